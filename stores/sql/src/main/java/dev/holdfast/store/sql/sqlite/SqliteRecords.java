package dev.holdfast.store.sql.sqlite;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records on one connection, in the transaction that it is in. Not thread-safe. */
final class SqliteRecords {
    private final Path file;
    private final PreparedStatement version;
    private final PreparedStatement entry;

    SqliteRecords(SqlitePrepared prepared, Path file) throws SQLException {
        this.file = file;
        this.version = prepared.prepare("SELECT version FROM record WHERE kind = ? AND name = ?");
        this.entry = prepared.prepare("SELECT version, stamp, body FROM record WHERE kind = ? AND name = ?");
    }

    /** Returns the version of that record, or {@link Change#ABSENT}. */
    long version(String kind, byte[] name) throws SQLException {
        version.setString(1, kind);
        version.setBytes(2, name);
        try (ResultSet row = version.executeQuery()) {
            return row.next() ? row.getLong(1) : Change.ABSENT;
        }
    }

    @Nullable
    Entry entry(Key key) throws SQLException {
        entry.setString(1, key.kind().stored());
        entry.setBytes(2, NameBytes.bytes(key.name()));
        try (ResultSet row = entry.executeQuery()) {
            return row.next() ? entry(key, row.getLong(1), row.getLong(2), row.getString(3)) : null;
        }
    }

    Reading reading(Collection<Key> keys, Instant now) throws SQLException {
        Map<Key, Entry> found = new HashMap<>();
        for (Key key : keys) {
            Entry present = entry(key);
            if (present != null) {
                found.put(key, present);
            }
        }
        return new Reading(found, now);
    }

    Entry entry(Key key, long rowVersion, long stamp, String body) {
        try {
            return Entry.written(key, rowVersion, Micros.instant(stamp), Codec.decode(key.kind(), body));
        } catch (UnreadableRecordException e) {
            throw Lookups.unreadable(key, file, e);
        }
    }
}
