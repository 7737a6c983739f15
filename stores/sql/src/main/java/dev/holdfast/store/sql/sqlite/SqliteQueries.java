package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists records and events on one connection. An index finds the candidates for one condition; the query itself judges them,
 * so that every store means the same by it. Not thread-safe.
 */
final class SqliteQueries {
    private static final String RANGE = "kind = ?1 AND name >= ?2 AND name < ?3";
    private static final String SELECT = "SELECT name, version, stamp, body FROM record WHERE ";
    private static final String BY_PARTY = SELECT
            + "kind = ?1 AND name IN (SELECT name FROM record WHERE %1$s = ?4 AND " + RANGE
            + " UNION SELECT name FROM party WHERE id = ?4 AND role = '%1$s' AND " + RANGE + ") ORDER BY name";

    private final Path file;
    private final SqliteRecords records;
    private final PreparedStatement byName;
    private final PreparedStatement byOwner;
    private final PreparedStatement byUser;
    private final PreparedStatement byDue;
    private final PreparedStatement count;
    private final PreparedStatement history;

    SqliteQueries(SqlitePrepared prepared, Path file, SqliteRecords records) throws SQLException {
        this.file = file;
        this.records = records;
        byName = prepared.prepare(SELECT + RANGE + " ORDER BY name");
        byOwner = prepared.prepare(String.format(BY_PARTY, "owner"));
        byUser = prepared.prepare(String.format(BY_PARTY, "user"));
        byDue = prepared.prepare(
                SELECT + "kind = ?1 AND name IN (SELECT name FROM record WHERE due <= ?4 AND +name >= ?2 AND +name < ?3"
                        + " AND kind = ?1) ORDER BY name");
        count = prepared.prepare("SELECT count(*) FROM record WHERE " + RANGE);
        history = prepared.prepare("SELECT version, stamp, groups FROM change WHERE events > 0 ORDER BY version DESC");
    }

    /** Returns a page, with a time that none of its records is newer than. */
    Page page(Query query, InstantSource clock) throws SQLException {
        int limit = query.limit();
        List<Entry> found = matching(query, limit == Integer.MAX_VALUE ? limit : limit + 1);
        boolean more = found.size() > limit;
        return new Page(more ? found.subList(0, limit) : found, more, Micros.now(clock));
    }

    /** Returns the first matching records up to a number, by name; the query's own limit does not count. */
    List<Entry> matching(Query query, int most) throws SQLException {
        PreparedStatement candidates = candidates(query);
        boolean onward = query.after().compareTo(query.prefix()) > 0;
        candidates.setString(1, query.kind().stored());
        candidates.setBytes(2, NameBytes.bytes(onward ? query.after() : query.prefix()));
        candidates.setBytes(3, NameBytes.end(query.prefix()));
        List<Entry> found = new ArrayList<>();
        try (ResultSet row = candidates.executeQuery()) {
            while (found.size() < most && row.next()) {
                Key key = new Key(query.kind(), NameBytes.of(row.getBytes(1)));
                Entry entry = records.entry(key, row.getLong(2), row.getLong(3), row.getString(4));
                if (query.matches(entry)) {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    /** Returns how many records have that kind and prefix. */
    long count(Kind kind, String prefix) throws SQLException {
        count.setString(1, kind.stored());
        count.setBytes(2, NameBytes.bytes(prefix));
        count.setBytes(3, NameBytes.end(prefix));
        try (ResultSet row = count.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private PreparedStatement candidates(Query query) throws SQLException {
        if (query.owner() != null) {
            byOwner.setBytes(4, NameBytes.bytes(query.owner()));
            return byOwner;
        }
        if (query.user() != null) {
            byUser.setBytes(4, NameBytes.bytes(query.user()));
            return byUser;
        }
        if (query.dueBy() != null) {
            byDue.setLong(4, Micros.of(query.dueBy()));
            return byDue;
        }
        return byName;
    }

    List<HistoryEntry> history(HistoryQuery query) throws SQLException {
        List<HistoryEntry> found = new ArrayList<>();
        try (ResultSet row = history.executeQuery()) {
            while (found.size() < query.limit() && row.next()) {
                for (HistoryEntry event : events(row.getLong(1), row.getLong(2), row.getString(3))) {
                    if (found.size() < query.limit() && query.matches(event)) {
                        found.add(event);
                    }
                }
            }
        }
        return found;
    }

    private List<HistoryEntry> events(long version, long stamp, String groups) {
        try {
            return SqliteCommit.decode(version, stamp, groups).events();
        } catch (UnreadableRecordException e) {
            throw Lookups.unreadable(version, file, e);
        }
    }
}
