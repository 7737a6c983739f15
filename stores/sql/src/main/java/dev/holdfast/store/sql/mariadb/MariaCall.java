package dev.holdfast.store.sql.mariadb;

import dev.holdfast.store.Key;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A call of one of our procedures that applies groups of changes. */
interface MariaCall {

    /** Returns the number of groups. */
    int groups();

    /** Returns the key of the change with that number, counted from 1. */
    Key key(int change);

    /** Returns the number of the group of that change, counted from 1. */
    int groupOf(int change);

    /** Returns the call, ready to be executed. */
    PreparedStatement prepare(Connection connection) throws SQLException;
}
