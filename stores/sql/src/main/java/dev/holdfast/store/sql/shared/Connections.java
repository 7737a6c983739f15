package dev.holdfast.store.sql.shared;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The connections of a store: a pool of its own, or those of the application. Thread-safe. */
public final class Connections implements AutoCloseable {
    public static final String CLOSED = "This store is closed: open it again.";

    private final DataSource source;
    private final Runnable end;
    private final Failures failures;
    private volatile boolean closed;

    /** @param end what closes the source with the store */
    Connections(DataSource source, Runnable end, Failures failures) {
        this.source = source;
        this.end = end;
        this.failures = failures;
    }

    /**
     * Connections of a pool that ends with the store.
     *
     * @param end what closes the pool
     */
    public static Connections of(DataSource source, Runnable end, Failures failures) {
        return new Connections(source, end, failures);
    }

    /** Connections of the application, which stay open when the store is closed. */
    public static Connections of(DataSource source, Failures failures) {
        return new Connections(source, () -> {}, failures);
    }

    /** Something to do on a connection. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Runs what changes nothing. */
    public <T> T read(Work<T> work) {
        try (Connection connection = borrow()) {
            return committing(connection, work);
        } catch (SQLException e) {
            throw failures.unchanged(e);
        }
    }

    /** Makes a check on a connection. */
    @FunctionalInterface
    public interface Check {
        void on(Connection connection) throws SQLException;
    }

    /** Makes the check that a store begins with. If it fails, the connections are closed. */
    public void require(Check check) {
        try {
            read(connection -> {
                check.on(connection);
                return true;
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Runs a change: one statement, or a transaction of which the work itself knows what a failure means. */
    public <T> T change(Work<T> work) {
        Connection connection;
        try {
            connection = borrow();
        } catch (SQLException e) {
            throw failures.unchanged(e);
        }
        try {
            return committing(connection, work);
        } catch (SQLException e) {
            throw failures.ofChange(e);
        } finally {
            returnToPool(connection);
        }
    }

    /** Returns a connection that its caller closes. */
    public Connection borrow() throws SQLException {
        boolean interrupted = false;
        try {
            while (true) {
                requireOpen();
                // Others' changes may be in the same batch: an interrupt of this thread must not fail them.
                interrupted |= Thread.interrupted();
                try {
                    return source.getConnection();
                } catch (SQLException e) {
                    if (!(e.getCause() instanceof InterruptedException)) {
                        requireOpen();
                        throw e;
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the driver's address without its options, which follow a question mark or semicolon: there may be a password. */
    public static String address(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        String plain = url.split("[?;]", 2)[0];
        return plain.startsWith("jdbc:") ? plain.substring("jdbc:".length()) : plain;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(CLOSED);
        }
    }

    private static <T> T committing(Connection connection, Work<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.on(connection);
        }
        connection.setAutoCommit(true); // a pool of the application may hand them out otherwise
        try {
            return work.on(connection);
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(false);
            }
        }
    }

    /** Returns a connection to its pool. The work is done and committed, so a failure of this is the pool's concern. */
    private static void returnToPool(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            return;
        }
    }

    @Override
    public void close() {
        closed = true;
        end.run();
    }
}
