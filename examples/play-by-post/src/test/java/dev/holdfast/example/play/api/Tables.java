package dev.holdfast.example.play.api;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The application's database, read and changed behind its back. */
final class Tables {
    private final Source source;

    private Tables(Source source) {
        this.source = source;
    }

    /** Where connections come from. */
    interface Source {
        Connection connect() throws SQLException;
    }

    static Tables by(Source source) {
        return new Tables(source);
    }

    /** Those of a SQLite file, where foreign keys count only for a connection that asks for it. */
    static Tables of(Path file) {
        return new Tables(() -> {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 30000");
                statement.execute("PRAGMA foreign_keys = ON");
            }
            return connection;
        });
    }

    Connection connect() throws SQLException {
        return source.connect();
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows as text, a blank between the columns. */
    List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(String.join(" ", row));
            }
            return rows;
        }
    }

    /** Which characters are locked, by the table of the document. */
    List<String> locked() throws SQLException {
        return rows("SELECT character_id FROM compose_locks ORDER BY character_id");
    }

    /** Which characters have a draft, by the table of the document. */
    List<String> drafted() throws SQLException {
        return rows("SELECT character_id FROM compose_drafts ORDER BY character_id");
    }
}
