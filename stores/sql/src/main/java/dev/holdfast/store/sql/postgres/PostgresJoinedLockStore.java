package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.IsolationException;
import dev.holdfast.store.sql.shared.JoinedStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/**
 * Records in PostgreSQL, read and changed in a transaction that belongs to the application: what is done here is committed or
 * rolled back with it. Each step is within a savepoint, so that none can spoil the transaction. Used by one thread.
 */
final class PostgresJoinedLockStore extends JoinedStore {
    private final PostgresSchema schema;

    PostgresJoinedLockStore(Connection transaction, PostgresSchema schema, String address) throws SQLException {
        super(transaction, address, PostgresErrors.failures("PostgreSQL at " + address), PostgresDialect.in(schema));
        this.schema = schema;
        requireBegun(transaction);
    }

    @Override
    protected Call call(Group group) {
        return PostgresCall.of(List.of(group), schema);
    }

    @Override
    protected <T> T run(Connection joined, Connections.Work<T> step) throws SQLException {
        Savepoint before = joined.setSavepoint();
        try {
            T result = step.on(joined);
            if (changed(result)) {
                joined.releaseSavepoint(before);
            } else {
                // Otherwise the key would stay locked for all other clients until the transaction ends.
                joined.rollback(before);
            }
            return result;
        } catch (SQLException | RuntimeException e) {
            joined.rollback(before);
            throw e;
        }
    }

    private static boolean changed(Object result) {
        return result instanceof List<?> results && results.stream().anyMatch(Result.Applied.class::isInstance);
    }

    @Override
    protected RuntimeException failure(SQLException e) {
        return PostgresErrors.ISOLATION.equals(e.getSQLState()) ? new IsolationException(e) : super.failure(e);
    }
}
