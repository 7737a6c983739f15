package dev.holdfast.store.sql.sqlite;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Set;

/** The statements that write, prepared once; used while the file's write lock is held. Not thread-safe. */
final class SqliteStatements {
    private final PreparedStatement lastVersion;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement delete;
    private final PreparedStatement party;
    private final PreparedStatement change;
    private final PreparedStatement trimChanges;
    private final PreparedStatement trimEvents;

    SqliteStatements(SqlitePrepared prepared) throws SQLException {
        lastVersion = prepared.prepare("SELECT max(version) FROM change");
        insert = prepared.prepare("""
                INSERT INTO record (version, stamp, due, owner, user, parties, body, kind, name)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""");
        update = prepared.prepare("""
                UPDATE record SET version = ?, stamp = ?, due = ?, owner = ?, user = ?, parties = ?, body = ?
                WHERE kind = ? AND name = ? AND version = ?""");
        delete = prepared.prepare("DELETE FROM record WHERE kind = ? AND name = ? AND version = ?");
        party = prepared.prepare("INSERT OR IGNORE INTO party (kind, name, role, id) VALUES (?, ?, ?, ?)");
        change = prepared.prepare("INSERT INTO change (version, stamp, events, groups) VALUES (?, ?, ?, ?)");
        trimChanges = prepared.prepare("DELETE FROM change WHERE version > ? AND version <= ? AND events = 0");
        trimEvents = prepared.prepare("""
                DELETE FROM change WHERE version < (
                  SELECT max(version) FROM (
                    SELECT version, sum(events) OVER (ORDER BY version DESC) AS newest FROM change)
                  WHERE newest >= ?)""");
    }

    /** Returns the last version given to any change. */
    long lastVersion() throws SQLException {
        try (ResultSet row = lastVersion.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Writes or deletes the record if it has the expected version; says whether it had. */
    boolean write(Row<byte[]> row, long version, Instant stamp) throws SQLException {
        Body next = row.change().next();
        long expected = row.change().expected();
        if (next == null) {
            delete.setString(1, row.kind());
            delete.setBytes(2, row.name());
            delete.setLong(3, expected);
            return delete.executeUpdate() == 1;
        }
        PreparedStatement put = expected == Change.ABSENT ? insert : update;
        put.setLong(1, version);
        put.setLong(2, Micros.of(stamp));
        Instant due = next.due().at(stamp);
        if (due == null) {
            put.setNull(3, Types.INTEGER);
        } else {
            put.setLong(3, Micros.of(due));
        }
        put.setBytes(4, row.owner());
        put.setBytes(5, row.user());
        put.setInt(6, row.others());
        put.setString(7, row.body());
        put.setString(8, row.kind());
        put.setBytes(9, row.name());
        if (put == update) {
            put.setLong(10, expected);
        }
        if (put.executeUpdate() == 0) {
            return false;
        }
        if (row.others() > 0) {
            parties(row, "owner", next.owners());
            parties(row, "user", next.users());
        }
        return true;
    }

    private void parties(Row<byte[]> row, String role, Set<String> ids) throws SQLException {
        boolean first = true;
        for (String id : ids) {
            if (!first) {
                party.setString(1, row.kind());
                party.setBytes(2, row.name());
                party.setString(3, role);
                party.setBytes(4, NameBytes.bytes(id));
                party.executeUpdate();
            }
            first = false;
        }
    }

    /** Notes what was done, for those who watch and for the history. */
    void note(long last, Instant stamp, int events, String groups) throws SQLException {
        change.setLong(1, last);
        change.setLong(2, Micros.of(stamp));
        change.setInt(3, events);
        change.setString(4, groups);
        change.executeUpdate();
    }

    /** Forgets the commits after one number and up to another that tell no event. */
    void trimChanges(long after, long upTo) throws SQLException {
        trimChanges.setLong(1, after);
        trimChanges.setLong(2, upTo);
        trimChanges.executeUpdate();
    }

    /** Forgets commits, but for those with the newest events. */
    void trimEvents() throws SQLException {
        trimEvents.setInt(1, History.MAX_EVENTS);
        trimEvents.executeUpdate();
    }
}
