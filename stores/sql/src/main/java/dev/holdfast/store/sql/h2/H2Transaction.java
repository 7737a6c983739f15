package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A batch as a transaction of its own. Until it commits, a failure has changed nothing. */
record H2Transaction(List<Group> groups, Failures failures) implements Call {
    /** Returns the connection, which commits by itself from now on: a pool of the application may hand it out otherwise. */
    static Connection autoCommitting(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        return connection;
    }

    @Override
    public List<Result> apply(Connection connection, Lookups lookups) throws SQLException {
        List<Result> results;
        try {
            if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            connection.setAutoCommit(false);
            results = new H2Batch(groups).apply(connection, lookups);
        } catch (SQLException e) {
            undo(connection);
            throw failures.unchanged(e);
        } catch (RuntimeException e) {
            undo(connection);
            throw e;
        }
        if (results.stream().anyMatch(Result.Applied.class::isInstance)) {
            connection.commit();
            connection.setAutoCommit(true);
        } else {
            undo(connection);
        }
        return results;
    }

    /** Returns a call for each group: one of them meets a row that another program has, and the others shall not suffer. */
    @Override
    public List<Call> instead() {
        return groups.size() == 1
                ? List.of()
                : groups.stream()
                        .<Call>map(group -> new H2Transaction(List.of(group), failures))
                        .toList();
    }

    /** Rolls back. A connection that cannot is broken, and its server does it. */
    private static void undo(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            return;
        }
    }
}
