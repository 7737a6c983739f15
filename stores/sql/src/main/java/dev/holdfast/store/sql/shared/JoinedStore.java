package dev.holdfast.store.sql.shared;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Base class of the stores on a database server that join a transaction of the application: what is done here is committed or
 * rolled back with it. Used by one thread.
 */
public abstract class JoinedStore implements LockStore {
    private final Connection transaction;
    private final StoreTraits traits;
    private final Failures failures;
    private final Lookups lookups;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    protected JoinedStore(Connection transaction, String address, Failures failures, Dialect dialect) {
        this.transaction = transaction;
        this.traits = new StoreTraits(address, Preset.OFFLINE, false, false, false);
        this.failures = failures;
        this.lookups = new Lookups(dialect, failures.place());
    }

    /** Returns the call that applies this group and commits nothing. */
    protected abstract Call call(Group group);

    /**
     * Makes sure that locks can join.
     *
     * @throws IllegalStateException if they cannot
     */
    protected void requireTransaction(Connection joined) throws SQLException {
        requireBegun(joined);
    }

    /** Runs one step so that its failure leaves the transaction usable. */
    protected <T> T run(Connection joined, Connections.Work<T> step) throws SQLException {
        return step.on(joined);
    }

    /** Returns the exception for a failure. Nothing that was sent is committed before the application commits. */
    protected RuntimeException failure(SQLException e) {
        return failures.unchanged(e);
    }

    /** Throws if the connection commits by itself. */
    public static void requireBegun(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection commits by itself, so that there is no transaction to join: call setAutoCommit(false).");
        }
    }

    /** Throws if the caller is another thread than that of the transaction. */
    public static void requireThread(Thread thread) {
        if (Thread.currentThread() != thread) {
            throw new StoreUnreachableException(
                    "A store that joined a transaction works for the thread of that transaction alone: detach the hold, and"
                            + " take it up by its receipt when the transaction is committed.",
                    null);
        }
    }

    @Override
    public final List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            Call call = call(group);
            List<Result> done = step(connection -> call.apply(connection, lookups));
            results.add(done.isEmpty() ? new Result.Busy() : done.get(0));
        }
        return results;
    }

    @Override
    public final Reading read(Collection<Key> keys) {
        return step(connection -> lookups.read(connection, keys));
    }

    @Override
    public final Page query(Query query) {
        return step(connection -> lookups.query(connection, query));
    }

    @Override
    public final List<HistoryEntry> history(HistoryQuery query) {
        return step(connection -> lookups.history(connection, query));
    }

    private <T> T step(Connections.Work<T> step) {
        if (closed) {
            throw new IllegalStateException(Connections.CLOSED);
        }
        requireThread(thread);
        try {
            requireTransaction(transaction);
            return run(transaction, step);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public final StoreTraits traits() {
        return traits;
    }

    /** Closes the store. The transaction goes on. */
    @Override
    public final void close() {
        closed = true;
    }
}
