package dev.holdfast.store.sql.sqlite;

import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.CommitText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/** The questions of a watcher to a connection: whether another connection wrote, and what. Not thread-safe. */
final class SqliteChanges {
    private final PreparedStatement commits;
    private final PreparedStatement last;
    private final PreparedStatement has;
    private final PreparedStatement since;

    SqliteChanges(SqlitePrepared prepared) throws SQLException {
        commits = prepared.prepare("PRAGMA data_version");
        last = prepared.prepare("SELECT max(version) FROM change");
        has = prepared.prepare("SELECT 1 FROM change WHERE version = ?");
        since = prepared.prepare("SELECT version, stamp, groups FROM change WHERE version > ? ORDER BY version");
    }

    /** Returns a number that differs after a commit of another connection. */
    long commits() throws SQLException {
        try (ResultSet row = commits.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns the number of the last change. */
    long last() throws SQLException {
        try (ResultSet row = last.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns whether the change of that number is still listed, and so all that came after it. */
    boolean has(long number) throws SQLException {
        has.setLong(1, number);
        try (ResultSet row = has.executeQuery()) {
            return row.next();
        }
    }

    /**
     * Returns the keys of all records that changed after that number.
     *
     * @throws dev.holdfast.UnreadableRecordException if another Holdfast noted something that this one cannot read
     */
    Set<Key> since(long number) throws SQLException {
        since.setLong(1, number);
        Set<Key> keys = new LinkedHashSet<>();
        try (ResultSet row = since.executeQuery()) {
            while (row.next()) {
                for (CommitText.Done group : SqliteCommit.decode(row.getLong(1), row.getLong(2), row.getString(3))
                        .groups()) {
                    keys.addAll(group.changed());
                }
            }
        }
        return keys;
    }
}
