package dev.holdfast.store.sql.shared;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads records and events, on any connection that it is given. An index finds the candidates for one condition; the query itself judges them, so that every store
 * means the same by it. Thread-safe.
 *
 * @param place where the records are, for messages
 * @param clock the clock of the records; null for that of the server
 */
public record Lookups(
        Dialect dialect, String place, @Nullable InstantSource clock) {
    private static final int FETCH = 1000;

    /** Reads on a server that has the clock. */
    public Lookups(Dialect dialect, String place) {
        this(dialect, place, null);
    }

    /** Returns the records of those keys at one moment. */
    public Reading read(Connection connection, Collection<Key> keys) throws SQLException {
        List<Key> all = List.copyOf(keys);
        Instant now = Instant.EPOCH;
        Map<Key, Entry> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(dialect.read())) {
            dialect.keys().set(statement, all);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    int number = row.getInt(1);
                    if (number == 0) {
                        now = Micros.instant(row.getLong(3));
                    } else if (row.getLong(2) > 0) {
                        Key key = all.get(number - 1);
                        found.put(key, entry(key, row, 2));
                    }
                }
            }
        }
        return new Reading(found, now.equals(Instant.EPOCH) ? now(connection) : now);
    }

    /** Returns a page, with a time that none of its records is newer than. */
    public Page query(Connection connection, Query query) throws SQLException {
        int limit = query.limit();
        List<Entry> found = matching(connection, query, limit == Integer.MAX_VALUE ? limit : limit + 1);
        boolean more = found.size() > limit;
        return new Page(more ? found.subList(0, limit) : found, more, now(connection));
    }

    /** Returns the time, which no record that can be read already is newer than. */
    public Instant now(Connection connection) throws SQLException {
        if (clock != null) {
            return Micros.now(clock);
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + dialect.now());
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Micros.instant(row.getLong(1));
        }
    }

    /** Returns the first matching records up to a number, by name; the query's own limit does not count. */
    public List<Entry> matching(Connection connection, Query query, int most) throws SQLException {
        List<Entry> found = new ArrayList<>();
        int fetch = Math.min(most, FETCH);
        boolean onward = query.after().compareTo(query.prefix()) > 0;
        byte[] lower = onward ? NameBytes.next(query.after()) : NameBytes.bytes(query.prefix());
        while (true) {
            byte[] last = null;
            int seen = 0;
            try (PreparedStatement statement = candidates(connection, query, lower, fetch);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seen++;
                    last = row.getBytes(1);
                    Entry entry = entry(new Key(query.kind(), NameBytes.of(last)), row, 2);
                    if (found.size() < most && query.matches(entry)) {
                        found.add(entry);
                    }
                }
            }
            if (last == null || seen < fetch || found.size() == most) {
                return found;
            }
            lower = NameBytes.next(last);
        }
    }

    private PreparedStatement candidates(Connection connection, Query query, byte[] lower, int most)
            throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("kind", query.kind().stored());
        values.put("lower", lower);
        values.put("upper", NameBytes.end(query.prefix()));
        values.put("most", most);
        if (query.owner() != null) {
            values.put("fact", Text.plain(query.owner()));
            return dialect.byOwner().prepare(connection, values);
        }
        if (query.user() != null) {
            values.put("fact", Text.plain(query.user()));
            return dialect.byUser().prepare(connection, values);
        }
        if (query.dueBy() != null) {
            values.put("fact", Micros.of(query.dueBy()));
            return dialect.byDue().prepare(connection, values);
        }
        return dialect.byName().prepare(connection, values);
    }

    /** Returns the record whose version, stamp and body are in the row from that column on. */
    public Entry entry(Key key, ResultSet row, int column) throws SQLException {
        try {
            return Entry.written(
                    key,
                    row.getLong(column),
                    Micros.instant(row.getLong(column + 1)),
                    Codec.decode(key.kind(), row.getString(column + 2)));
        } catch (UnreadableRecordException e) {
            throw unreadable(key, place, e);
        }
    }

    public List<HistoryEntry> history(Connection connection, HistoryQuery query) throws SQLException {
        List<HistoryEntry> found = new ArrayList<>();
        long before = Long.MAX_VALUE;
        while (found.size() < query.limit()) {
            int seen = 0;
            try (PreparedStatement statement =
                            dialect.history().prepare(connection, Map.of("before", before, "most", FETCH));
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seen++;
                    before = row.getLong(1);
                    for (HistoryEntry event : events(before, row.getLong(2), row.getString(3))) {
                        if (found.size() < query.limit() && query.matches(event)) {
                            found.add(event);
                        }
                    }
                }
            }
            if (seen < FETCH) {
                return found;
            }
        }
        return found;
    }

    /** Returns the events of one commit, newest first. Its groups share its version. */
    private List<HistoryEntry> events(long version, long stamp, String text) {
        try {
            List<HistoryEntry> newest = new ArrayList<>();
            for (CommitText.Done group : CommitText.decode(text)) {
                for (Object event : group.events()) {
                    newest.add(0, new HistoryEntry(version, Micros.instant(stamp), Codec.event(event)).stamped());
                }
            }
            return newest;
        } catch (UnreadableRecordException e) {
            throw unreadable(version, place, e);
        }
    }

    /** Returns the exception for a record that cannot be read. */
    public static StoreUnwritableException unreadable(Key key, Object place, UnreadableRecordException e) {
        return unreadable("The " + key.kind() + " record '" + key.name() + "' in " + place, e);
    }

    /** Returns the exception for a commit of the history that cannot be read. */
    public static StoreUnwritableException unreadable(long version, Object place, UnreadableRecordException e) {
        return unreadable("The events of change " + version + " in the history of " + place, e);
    }

    private static StoreUnwritableException unreadable(String what, UnreadableRecordException e) {
        return new StoreUnwritableException(
                what + " cannot be read (" + e.getMessage()
                        + "): update Holdfast if a newer one wrote it, else delete that row.",
                e);
    }
}
