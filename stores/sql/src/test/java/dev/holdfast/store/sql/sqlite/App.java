package dev.holdfast.store.sql.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.TransactionMode;

/** What an application does with its own connections to the file that has its tables and the locks. */
final class App {
    private App() {}

    /** A connection with SQLite's own way to begin: without the write lock. */
    static Connection connect(Path file) throws SQLException {
        return connect(file, TransactionMode.DEFERRED);
    }

    static Connection connect(Path file, TransactionMode mode) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setTransactionMode(mode);
        config.setBusyTimeout(60_000);
        return config.createConnection("jdbc:sqlite:" + file);
    }

    static void sql(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** On a connection of its own: what is committed. */
    static void sql(Path file, String... statements) throws SQLException {
        try (Connection connection = connect(file)) {
            sql(connection, statements);
        }
    }

    static String ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "none";
        }
    }

    /** On a connection of its own: what is committed. */
    static String ask(Path file, String query) throws SQLException {
        try (Connection connection = connect(file)) {
            return ask(connection, query);
        }
    }
}
