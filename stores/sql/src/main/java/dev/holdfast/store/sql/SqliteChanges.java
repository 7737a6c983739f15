package dev.holdfast.store.sql;

import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/** What a watcher asks of a connection: whether anybody wrote, and what. Not thread-safe. */
final class SqliteChanges {
    private final PreparedStatement commits;
    private final PreparedStatement span;
    private final PreparedStatement since;

    SqliteChanges(Connection connection) throws SQLException {
        commits = connection.prepareStatement("PRAGMA data_version");
        span = connection.prepareStatement(
                "SELECT (SELECT min(version) FROM change), (SELECT max(version) FROM change)");
        since = connection.prepareStatement("SELECT kind, name FROM change WHERE version > ? ORDER BY version");
    }

    /** A number that is another one after anybody else's commit. */
    long commits() throws SQLException {
        try (ResultSet row = commits.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The oldest and the newest change that are on record. */
    Span span() throws SQLException {
        try (ResultSet row = span.executeQuery()) {
            row.next();
            return new Span(row.getLong(1), row.getLong(2));
        }
    }

    /** The keys of all records that changed after that version. */
    Set<Key> since(long version) throws SQLException {
        since.setLong(1, version);
        Set<Key> keys = new LinkedHashSet<>();
        try (ResultSet row = since.executeQuery()) {
            while (row.next()) {
                keys.add(new Key(Kind.valueOf(row.getString(1)), Text.of(row.getBytes(2))));
            }
        }
        return keys;
    }

    /** Versions on record. */
    record Span(long oldest, long newest) {
        /** Whether everything that came after that version is on record. */
        boolean covers(long version) {
            return oldest - 1 <= version && version <= newest;
        }
    }
}
