package dev.holdfast.store.redis;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import io.lettuce.core.Range;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists records and events. A sorted set finds the candidates for one condition; the query itself judges them, so that every
 * store means the same by it. Thread-safe.
 */
final class RedisQueries {
    private static final int CHUNK = 1000;

    private final RedisConnection connection;
    private final RedisReader reader;
    private final RedisDue due;

    RedisQueries(RedisConnection connection, RedisReader reader) {
        this.connection = connection;
        this.reader = reader;
        this.due = new RedisDue(connection);
    }

    Page query(Query query) {
        int most = query.limit() == Integer.MAX_VALUE ? query.limit() : query.limit() + 1;
        List<Entry> found = new ArrayList<>();
        Instant now = query.owner() == null && query.user() == null && query.dueBy() != null
                ? collect(query, due.names(query, query.dueBy()), most, found)
                : collectByName(query, most, found);
        boolean more = found.size() > query.limit();
        return new Page(more ? found.subList(0, query.limit()) : found, more, now);
    }

    private Instant collect(Query query, List<Key> candidates, int most, List<Entry> found) {
        Instant now = Instant.MIN;
        for (int from = 0; from == 0 || (from < candidates.size() && found.size() < most); from += CHUNK) {
            now = add(query, candidates.subList(from, Math.min(from + CHUNK, candidates.size())), most, found);
        }
        return now;
    }

    private Instant collectByName(Query query, int most, List<Entry> found) {
        byte[] index = connection.settings().key(index(query));
        String kind = String.valueOf(RecordText.letter(query.kind()));
        boolean onward = query.after().compareTo(query.prefix()) >= 0;
        Range.Boundary<byte[]> from = onward && !query.after().isEmpty()
                ? Range.Boundary.excluding(NameBytes.bytes(kind + query.after()))
                : Range.Boundary.including(NameBytes.bytes(kind + query.prefix()));
        Range.Boundary<byte[]> to = Range.Boundary.excluding(NameBytes.end(kind + query.prefix()));
        while (true) {
            Range<byte[]> range = Range.from(from, to);
            int want = Math.min(CHUNK, most - found.size());
            List<byte[]> fields =
                    connection.ask(redis -> redis.zrangebylex(index, range, io.lettuce.core.Limit.create(0, want)));
            Instant now = add(query, keys(fields), most, found);
            if (fields.size() < want || found.size() >= most) {
                return now;
            }
            from = Range.Boundary.excluding(fields.get(fields.size() - 1));
        }
    }

    private static String index(Query query) {
        if (query.owner() != null) {
            return RecordText.byOwner(query.owner());
        }
        return query.user() != null ? RecordText.byUser(query.user()) : "names";
    }

    private static List<Key> keys(List<byte[]> fields) {
        List<Key> keys = new ArrayList<>(fields.size());
        for (byte[] field : fields) {
            Key key = RecordText.key(field);
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    private Instant add(Query query, List<Key> candidates, int most, List<Entry> found) {
        Reading reading = reader.read(candidates);
        for (Key key : candidates) {
            Entry entry = reading.get(key);
            if (entry != null && found.size() < most && query.matches(entry)) {
                found.add(entry);
            }
        }
        return reading.now();
    }

    List<HistoryEntry> history(HistoryQuery query) {
        List<HistoryEntry> found = new ArrayList<>();
        long before = Long.MAX_VALUE;
        long told = reader.told();
        for (long end = told; end > Math.max(0, told - History.MAX_EVENTS); end -= CHUNK) {
            for (byte[] event : reader.events(Math.max(Math.max(0, end - CHUNK), told - History.MAX_EVENTS), end)) {
                // What came in meanwhile stands in the place of the oldest.
                if (version(event) <= before) {
                    before = version(event);
                    add(query, event, found);
                }
                if (found.size() == query.limit()) {
                    return found;
                }
            }
        }
        return found;
    }

    private void add(HistoryQuery query, byte[] value, List<HistoryEntry> found) {
        Instant at = Micros.instant(RecordText.stamp(value));
        HistoryEntry past = new HistoryEntry(version(value), at, event(RecordText.rest(value))).stamped();
        if (query.matches(past)) {
            found.add(past);
        }
    }

    private long version(byte[] event) {
        try {
            return RecordText.version(event);
        } catch (UnreadableRecordException e) {
            throw unreadable(e);
        }
    }

    private LockEvent event(String json) {
        try {
            return Codec.decodeEvent(json);
        } catch (UnreadableRecordException e) {
            throw unreadable(e);
        }
    }

    private RuntimeException unreadable(UnreadableRecordException e) {
        return connection
                .failures()
                .unwritable(
                        "has a history that cannot be read (" + e.getMessage()
                                + "): update Holdfast if a newer one wrote it, else forget it by HDEL "
                                + connection.settings().tag() + ":records !told",
                        e);
    }
}
