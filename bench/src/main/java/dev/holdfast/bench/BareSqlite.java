package dev.holdfast.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The cost of a lock in SQLite without a lock manager: insert a row, delete it, each flushed to the disk. */
final class BareSqlite implements AutoCloseable {
    private final Path file;
    private final List<Connection> open = new ArrayList<>();

    BareSqlite(Path file) throws SQLException {
        this.file = file;
        try (Statement statement = connect().createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS bare (name TEXT PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID");
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        open.add(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA fullfsync = ON");
            statement.execute("PRAGMA busy_timeout = 60000");
        }
        return connection;
    }

    /** Returns tasks with one connection for each thread; SQLite makes them wait for each other. */
    Load.Tasks ownConnections() {
        return thread -> new Pair(connect(), "name-" + thread);
    }

    /** Returns tasks that share one connection, under a lock. */
    Load.Tasks sharedConnection() throws SQLException {
        Connection shared = connect();
        ReentrantLock lock = new ReentrantLock();
        return thread -> {
            Pair pair = new Pair(shared, "name-" + thread);
            return () -> {
                locked(lock, pair::insert);
                locked(lock, pair::delete);
            };
        };
    }

    private static void locked(ReentrantLock lock, Task task) throws Exception {
        lock.lock();
        try {
            task.once();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : open) {
            connection.close();
        }
    }

    private static final class Pair implements Task {
        private final PreparedStatement insert;
        private final PreparedStatement delete;

        Pair(Connection connection, String name) throws SQLException {
            insert = connection.prepareStatement("INSERT INTO bare (name, owner) VALUES (?, 'owner')");
            insert.setString(1, name);
            delete = connection.prepareStatement("DELETE FROM bare WHERE name = ?");
            delete.setString(1, name);
        }

        void insert() throws SQLException {
            insert.executeUpdate();
        }

        void delete() throws SQLException {
            delete.executeUpdate();
        }

        @Override
        public void once() throws SQLException {
            insert();
            delete();
        }
    }
}
