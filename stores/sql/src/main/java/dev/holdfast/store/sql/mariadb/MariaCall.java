package dev.holdfast.store.sql.mariadb;

import dev.holdfast.store.Key;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A call of one of our procedures that applies groups of changes. */
interface MariaCall {

    /** How many groups. */
    int groups();

    /** The key of the change with that number, counted from 1. */
    Key key(int change);

    /** The number of the group of that change, counted from 1. */
    int groupOf(int change);

    /** The call, ready to be executed. */
    PreparedStatement prepare(Connection connection) throws SQLException;
}
