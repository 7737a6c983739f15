package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Migrations;
import dev.holdfast.store.sql.values.ValueConnections;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/** The one connection to a file on which values are read and written, by one thread at a time. Thread-safe. */
final class SqliteValueConnections implements ValueConnections, AutoCloseable {
    private static final Migrations MIGRATIONS = Migrations.beside(SqliteValueConnections.class, "values-");

    private final SqliteFile file;
    private final ReentrantLock turn = new ReentrantLock();
    /** Null after a failure, until the next call opens another. */
    private @Nullable SQLiteConnection connection;

    private boolean closed;

    private SqliteValueConnections(SqliteFile file) {
        this.file = file;
    }

    /** Opens it, and makes the tables. */
    static SqliteValueConnections open(SqliteFile file) {
        SqliteValueConnections values = new SqliteValueConnections(file);
        values.transact(connection -> {
            migrate((SQLiteConnection) connection, file);
            return true;
        });
        return values;
    }

    private static void migrate(SQLiteConnection connection, SqliteFile file) throws SQLException {
        int layout = Migrations.layout(
                connection,
                "SELECT 1 FROM sqlite_schema WHERE name = 'value_layout'",
                "SELECT max(number) FROM value_layout");
        if (layout > MIGRATIONS.newest()) {
            throw new StoreUnwritableException(
                    "The values in " + file.path() + " were laid out by a newer Holdfast: update this one.", null);
        }
        for (String script : MIGRATIONS.after(layout)) {
            try (Statement statement = connection.createStatement()) {
                for (String step : script.split(";\\s*\n", -1)) {
                    if (!step.isBlank()) {
                        statement.execute(step);
                    }
                }
            }
        }
    }

    @Override
    public <T> T read(Connections.Work<T> work) {
        return run(work, false);
    }

    @Override
    public <T> T transact(Connections.Work<T> work) {
        return run(work, true);
    }

    private <T> T run(Connections.Work<T> work, boolean writes) {
        turn.lock();
        try {
            if (closed) {
                throw new IllegalStateException(Connections.CLOSED);
            }
            file.requireSame();
            return on(work, writes);
        } catch (SQLException e) {
            disconnect();
            throw SqliteFailure.unchanged(file, e);
        } catch (RuntimeException e) {
            disconnect(); // which rolls back
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private <T> T on(Connections.Work<T> work, boolean writes) throws SQLException {
        SQLiteConnection open = connection;
        if (open == null) {
            open = file.connect();
            open.setBusyTimeout(0); // BusyRetry waits
            connection = open;
        }
        if (!writes) {
            return work.on(open);
        }
        try (Statement statement = open.createStatement()) {
            BusyRetry.with(file.turn(), () -> statement.execute("BEGIN IMMEDIATE"));
            T result = work.on(open);
            try {
                statement.execute("COMMIT");
            } catch (SQLException e) {
                throw SqliteFailure.ofCommit(file, e);
            }
            return result;
        }
    }

    private void disconnect() {
        if (connection != null) {
            SqliteFile.close(connection);
            connection = null;
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            disconnect();
        } finally {
            turn.unlock();
        }
    }
}
