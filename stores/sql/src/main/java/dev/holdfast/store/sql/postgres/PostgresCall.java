package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A call of one of our functions that applies groups, and its answer. */
abstract class PostgresCall implements Call {
    private final PostgresSchema schema;
    private final List<Group> groups;

    PostgresCall(PostgresSchema schema, List<Group> groups) {
        this.schema = schema;
        this.groups = groups;
    }

    /** Returns the quickest call for these groups. */
    static PostgresCall of(List<Group> groups, PostgresSchema schema) {
        PostgresSingle single = groups.size() == 1 ? PostgresSingle.of(groups.get(0), schema) : null;
        return single == null ? new PostgresBatch(groups, schema) : single;
    }

    final PostgresSchema schema() {
        return schema;
    }

    final List<Group> groups() {
        return groups;
    }

    /** Returns the statement, ready to be executed. */
    abstract PreparedStatement prepare(Connection connection) throws SQLException;

    /** Returns the result of each group. */
    abstract List<Result> results(ResultSet row, Lookups lookups) throws SQLException;

    /** Returns a call for each group: another program has one of the rows, and the other callers shall not suffer. */
    @Override
    public final List<Call> instead() {
        return groups.size() == 1
                ? List.of()
                : groups.stream().<Call>map(group -> of(List.of(group), schema)).toList();
    }

    @Override
    public final List<Result> apply(Connection connection, Lookups lookups) throws SQLException {
        try (PreparedStatement call = prepare(connection);
                ResultSet row = call.executeQuery()) {
            return results(row, lookups);
        } catch (SQLException e) {
            if (PostgresErrors.held(e)) {
                return List.of();
            }
            throw e;
        }
    }
}
