package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Group;
import dev.holdfast.store.Result;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A call of one of our functions that applies groups: one statement, and so one trip and one commit. */
interface PostgresCall {

    List<Group> groups();

    /** Returns the statement, ready to be executed. */
    PreparedStatement prepare(Connection connection) throws SQLException;

    /** Returns the result of each group. */
    List<Result> results(ResultSet row, Lookups lookups) throws SQLException;
}
