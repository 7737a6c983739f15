package dev.holdfast.store.sql.h2;

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
 * Records in H2, read and changed in a transaction that belongs to the application: what is done here is committed or rolled
 * back with it. Each step is within a savepoint, so that none can spoil the transaction. Used by one thread.
 */
final class H2JoinedLockStore extends JoinedStore {

    H2JoinedLockStore(Connection transaction, String address) throws SQLException {
        super(transaction, address, H2Errors.failures("H2 at " + address), H2Dialect.dialect());
        requireTransaction(transaction);
    }

    @Override
    protected void requireTransaction(Connection joined) throws SQLException {
        requireBegun(joined);
        if (joined.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new IsolationException(null);
        }
    }

    @Override
    protected Call call(Group group) {
        return new H2Batch(List.of(group));
    }

    @Override
    protected <T> T run(Connection joined, Connections.Work<T> step) throws SQLException {
        Savepoint before = joined.setSavepoint();
        try {
            T result = step.on(joined);
            if (changed(result)) {
                joined.releaseSavepoint(before);
            } else {
                // Otherwise the guard would stay locked for all other clients until the transaction ends.
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
}
