package dev.holdfast.store.sql.postgres;

import dev.holdfast.rules.Preset;
import dev.holdfast.store.Group;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Page;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.IsolationException;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records in PostgreSQL, read and changed in a transaction that belongs to the application: what is done here is committed or
 * rolled back with it. Each step is within a savepoint, so that none can spoil the transaction. Used by one thread.
 */
final class JoinedLockStore implements LockStore {
    private final Connection transaction;
    private final StoreTraits traits;
    private final Failures failures;
    private final PostgresWriter writer;
    private final PostgresReader reader;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    JoinedLockStore(Connection transaction, PostgresSchema schema, String address) throws SQLException {
        this.transaction = transaction;
        this.traits = new StoreTraits(address, Preset.OFFLINE, false, false, false);
        this.failures = PostgresErrors.failures("PostgreSQL at " + address);
        Lookups lookups = new Lookups(PostgresDialect.in(schema), failures.place());
        this.writer = new PostgresWriter(schema, lookups);
        this.reader = new PostgresReader(schema, lookups);
        requireTransaction();
    }

    private void requireTransaction() throws SQLException {
        if (transaction.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection commits by itself, so that there is no transaction to join: call setAutoCommit(false).");
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            PostgresCall call = writer.parts(List.of(group)).get(0);
            results.addAll(step(() -> writer.apply(transaction, call), List.of(new Result.Busy())));
        }
        return results;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return step(() -> reader.read(transaction, keys), null);
    }

    @Override
    public Page query(Query query) {
        return step(() -> reader.query(transaction, query), null);
    }

    @Override
    public List<PastEvent> history(HistoryQuery query) {
        return step(() -> reader.lookups().history(transaction, query), null);
    }

    private interface PostgresStep<T> {
        T run() throws SQLException;
    }

    /**
     * Runs one step.
     *
     * @param whenHeld the answer if another program's transaction has a row, or null if that is a failure
     */
    private <T> T step(PostgresStep<T> step, @Nullable T whenHeld) {
        if (closed) {
            throw new IllegalStateException(Connections.CLOSED);
        }
        if (Thread.currentThread() != thread) {
            throw new StoreUnreachableException(
                    "A store that joined a transaction works for the thread of that transaction alone: detach the hold, and"
                            + " take it up by its receipt when the transaction is committed.",
                    null);
        }
        try {
            requireTransaction();
            Savepoint before = transaction.setSavepoint();
            try {
                T result = step.run();
                if (changed(result)) {
                    transaction.releaseSavepoint(before);
                } else {
                    // Otherwise the key would stay locked for all other clients until the transaction ends.
                    transaction.rollback(before);
                }
                return result;
            } catch (SQLException | RuntimeException e) {
                transaction.rollback(before);
                throw e;
            }
        } catch (SQLException e) {
            if (PostgresErrors.ISOLATION.equals(e.getSQLState())) {
                throw new IsolationException(e);
            }
            if (whenHeld != null && PostgresErrors.held(e)) {
                return whenHeld;
            }
            // Nothing that was sent is committed before the application commits.
            throw failures.unchanged(e);
        }
    }

    private static boolean changed(Object result) {
        return result instanceof List<?> results && results.stream().anyMatch(Result.Applied.class::isInstance);
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Closes the store. The transaction goes on. */
    @Override
    public void close() {
        closed = true;
    }
}
