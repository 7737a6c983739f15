package dev.holdfast.session;

import dev.holdfast.LockManager;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of plain JDBC. Calls of {@link CurrentLocks} within one are part of it. The isolation level must be READ
 * COMMITTED where there is a choice, else {@link dev.holdfast.store.sql.shared.IsolationException}. Thread-safe; each thread
 * has a transaction of its own.
 */
public final class JdbcTransactions implements Transactions {
    @SuppressWarnings("ThreadLocalUsage") // one for each location of locks; always removed again
    private final ThreadLocal<@Nullable Scope> current = new ThreadLocal<>();

    private final LockLocation location;

    /** Makes transactions on the database that has the locks. */
    public JdbcTransactions(LockLocation location) {
        this.location = location;
    }

    /** Work on a connection. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        /** Does the work; the caller commits. */
        T on(Connection connection) throws SQLException;
    }

    /**
     * A transaction of this thread.
     *
     * @param joined whether the locks are in it
     */
    private record Scope(Connection connection, boolean joined, List<Runnable> onCommit, List<Runnable> onRollback) {
        Scope(Connection connection, boolean joined) {
            this(connection, joined, new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Runs work in one transaction of the database that has the locks. */
    public <T extends @Nullable Object> T run(Work<T> work) throws SQLException {
        DataSource source = location.source();
        if (source == null) {
            throw new IllegalStateException(
                    "The locks are not in a database of the application. Choose a database with run(source, work).");
        }
        return run(source, work);
    }

    /**
     * Runs work in one transaction, which is committed at the end, or rolled back if the work fails. Within another transaction
     * of this thread the work is part of that one.
     */
    public <T extends @Nullable Object> T run(DataSource source, Work<T> work) throws SQLException {
        Scope outer = current.get();
        if (outer != null) {
            return work.on(outer.connection());
        }
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            Scope scope = new Scope(connection, source.equals(location.source()) && location.joining() != null);
            T result;
            try {
                result = within(scope, work);
                connection.commit();
            } catch (SQLException | RuntimeException | Error e) {
                rolledBack(scope, e);
                throw e;
            }
            // SQLite has begun the next transaction by now, and would keep others from writing.
            connection.setAutoCommit(true);
            scope.onCommit().forEach(Runnable::run);
            return result;
        }
    }

    /** Rolls back. The caller sees the original failure, even if the rollback fails too. */
    private static void rolledBack(Scope scope, Throwable failure) {
        try {
            scope.connection().rollback();
            scope.connection().setAutoCommit(true);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
        for (Runnable work : scope.onRollback()) {
            try {
                work.run();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /**
     * Runs work in a transaction that is open on this connection, to the database that has the locks. The caller commits it or
     * rolls it back.
     *
     * @throws IllegalStateException if the locks are elsewhere
     */
    public <T extends @Nullable Object> T joining(Connection transaction, Work<T> work) throws SQLException {
        if (location.joining() == null) {
            throw new IllegalStateException(
                    "The locks are not in a database of the application, so they cannot be part of this transaction.");
        }
        return within(new Scope(transaction, true), work);
    }

    private <T extends @Nullable Object> T within(Scope scope, Work<T> work) throws SQLException {
        Scope before = current.get();
        current.set(scope);
        try {
            return work.on(scope.connection());
        } finally {
            if (before == null) {
                current.remove();
            } else {
                current.set(before);
            }
        }
    }

    @Override
    public @Nullable LockManager joined() {
        Scope scope = current.get();
        Function<Connection, LockStore> joining = location.joining();
        return scope == null || joining == null || !scope.joined()
                ? null
                : StoreManagers.over(joining.apply(scope.connection()), location.options());
    }

    @Override
    public boolean open() {
        return current.get() != null;
    }

    @Override
    public boolean apart() {
        Scope scope = current.get();
        return scope != null && !scope.joined();
    }

    @Override
    public void onCommit(Runnable work) {
        Scope scope = current.get();
        if (scope == null) {
            work.run();
        } else {
            scope.onCommit().add(work);
        }
    }

    @Override
    public void onRollback(Runnable work) {
        Scope scope = current.get();
        if (scope != null) {
            scope.onRollback().add(work);
        }
    }
}
