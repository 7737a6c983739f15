package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreException;
import dev.holdfast.store.sql.shared.IsolationException;
import dev.holdfast.store.sql.shared.JoinedStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConnection;

/**
 * An open transaction of the application. Each step in it has the file's write lock, which then stays until the transaction
 * ends, and is within a savepoint, so that a failure leaves the transaction as it was. Used by one thread.
 */
final class SqliteTransaction {
    static final String OVER =
            "The transaction is over, and what was done in it undone: SQLite rolled it back after a failure, or a statement"
                    + " ended it. Call rollback(), begin again, and join again.";

    private final Connection lent;
    private final SQLiteConnection connection;
    private final SqliteFile file;
    private final Thread thread = Thread.currentThread();
    private boolean over;

    /**
     * @param lent by the application; it may be wrapped by a pool
     * @throws SQLException if the connection cannot be used
     */
    SqliteTransaction(Connection lent) throws SQLException {
        this.lent = lent;
        requireBegun();
        if (!lent.isWrapperFor(SQLiteConnection.class)) {
            throw new IllegalArgumentException(
                    "The connection is not one of SQLite's driver, org.xerial:sqlite-jdbc: join a transaction of SQLite.");
        }
        this.connection = lent.unwrap(SQLiteConnection.class);
        this.file = SqliteFile.opened(path(connection), Duration.ofMillis(Math.max(connection.getBusyTimeout(), 0)));
    }

    private static Path path(SQLiteConnection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA database_list")) {
            String path = row.next() ? row.getString("file") : ""; // the first is the main one
            if (path == null || path.isEmpty()) {
                throw new IllegalArgumentException(
                        "The connection has no file open: join a transaction of the file that has the locks.");
            }
            return Path.of(path);
        }
    }

    private void requireBegun() throws SQLException {
        if (lent.isClosed()) {
            throw new IllegalStateException(
                    "The connection is closed, and its transaction is over: join the next one.");
        }
        JoinedStore.requireBegun(lent);
    }

    SQLiteConnection connection() {
        return connection;
    }

    SqliteFile file() {
        return file;
    }

    /** Something to do in the transaction. */
    interface TransactionStep<T> {
        T run() throws SQLException;
    }

    /** Takes one step. What fails leaves nothing. */
    <T> T step(TransactionStep<T> step) {
        JoinedStore.requireThread(thread);
        try {
            requireBegun();
            file.requireSame();
            try (Statement statement = connection.createStatement()) {
                requireOpen(statement);
                lock(statement);
                return within(statement, step);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /**
     * Fails if the driver believes in a transaction that there is not: a savepoint would begin one, and its release commit it.
     * SQLite says so only by letting another one begin, which stays, since the driver expects one.
     */
    private void requireOpen(Statement statement) {
        over |= begins(statement);
        if (over) {
            throw new IllegalStateException(OVER);
        }
    }

    private static boolean begins(Statement statement) {
        try {
            statement.execute("BEGIN");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private void lock(Statement statement) throws SQLException {
        try {
            // It changes nothing, but needs the lock that a change needs.
            BusyRetry.with(file.turn(), () -> statement.execute("DELETE FROM record WHERE 0"));
        } catch (SQLException e) {
            SqliteSchema.require(statement, file);
            throw e;
        }
    }

    private <T> T within(Statement statement, TransactionStep<T> step) throws SQLException {
        statement.execute("SAVEPOINT holdfast");
        boolean done = false;
        try {
            T result = step.run();
            done = true;
            return result;
        } finally {
            if (!done) {
                undo(statement);
            }
            if (!over) {
                statement.execute("RELEASE holdfast");
            }
        }
    }

    /** Undoes the step. After some failures, such as a full disk, SQLite has rolled back all, and savepoints are gone. */
    private void undo(Statement statement) throws SQLException {
        over = begins(statement);
        if (!over) {
            statement.execute("ROLLBACK TO holdfast");
        }
    }

    private RuntimeException failure(SQLException e) {
        if (SqliteFailure.outOfDate(e)) {
            return IsolationException.outOfDate(e);
        }
        // Nothing is committed before the application does so.
        StoreException failure = SqliteFailure.unchanged(file, e);
        if (over) {
            failure.addSuppressed(new IllegalStateException(OVER));
        }
        return failure;
    }
}
