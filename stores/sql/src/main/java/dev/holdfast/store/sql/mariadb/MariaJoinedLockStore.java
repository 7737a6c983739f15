package dev.holdfast.store.sql.mariadb;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Records in MariaDB, read and changed in a transaction that belongs to the application: what is done here is committed or
 * rolled back with it. Our procedure works within a savepoint, so that no failure can spoil the transaction. Used by one thread.
 */
final class MariaJoinedLockStore implements LockStore {
    private final Connection transaction;
    private final StoreTraits traits;
    private final Failures failures;
    private final MariaWriter writer;
    private final MariaReader reader;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    MariaJoinedLockStore(Connection transaction, String address) throws SQLException {
        this.transaction = transaction;
        this.traits = new StoreTraits(address, Preset.OFFLINE, false, false, false);
        this.failures = MariaErrors.failures("MariaDB at " + address);
        Lookups lookups = new Lookups(MariaDialect.dialect(), failures.place());
        this.writer = new MariaWriter(lookups);
        this.reader = new MariaReader(lookups);
        requireTransaction();
    }

    private void requireTransaction() throws SQLException {
        if (transaction.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection commits by itself, so that there is no transaction to join: call setAutoCommit(false).");
        }
        if (transaction.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new IsolationException(null);
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            MariaCall call = new MariaBatch(List.of(group), false);
            List<Result> done = step(() -> writer.apply(transaction, call));
            results.add(done.isEmpty() ? new Result.Busy() : done.get(0));
        }
        return results;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return step(() -> reader.read(transaction, keys));
    }

    @Override
    public Page query(Query query) {
        return step(() -> reader.query(transaction, query));
    }

    @Override
    public List<PastEvent> history(HistoryQuery query) {
        return step(() -> reader.lookups().history(transaction, query));
    }

    private interface MariaStep<T> {
        T run() throws SQLException;
    }

    private <T> T step(MariaStep<T> step) {
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
            return step.run();
        } catch (SQLException e) {
            // Nothing that was sent is committed before the application commits.
            throw failures.unchanged(e);
        }
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
