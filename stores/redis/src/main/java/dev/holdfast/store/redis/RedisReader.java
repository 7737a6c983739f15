package dev.holdfast.store.redis;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;

/** A reader of records by their keys. Thread-safe. */
final class RedisReader {
    private final RedisConnection connection;
    private final RedisReplicas replicas;
    private final byte[] records;
    private final byte[] unannounced;

    RedisReader(RedisConnection connection) {
        this.connection = connection;
        this.replicas = new RedisReplicas(connection.settings());
        this.records = connection.settings().key("records");
        this.unannounced = connection.settings().key("unannounced");
    }

    /** Returns records, all as of one moment. The time is asked for after them, so that no record is newer than it. */
    Reading read(Collection<Key> keys) {
        Deadline deadline = connection.deadline();
        RedisSession session = connection.session(deadline);
        Map<Key, Entry> entries = new HashMap<>();
        try {
            Key[] wanted = keys.toArray(new Key[0]);
            CompletionStage<List<KeyValue<byte[], byte[]>>> values = values(session, wanted);
            CompletionStage<List<byte[]>> time = session.commands().time();
            CompletionStage<Long> copied = replicas.ask(session, deadline);
            List<KeyValue<byte[], byte[]>> found = session.await(values, deadline);
            for (int i = 0; i < wanted.length; i++) {
                if (found.get(i).hasValue()) {
                    entries.put(wanted[i], entry(wanted[i], found.get(i).getValue()));
                }
            }
            Reading reading = new Reading(entries, instant(session.await(time, deadline)));
            String missing = replicas.missing(session, copied, deadline);
            if (missing != null) {
                // Otherwise a change that was not copied would be believed as soon as a caller reads it.
                throw connection
                        .failures()
                        .unreachable("has an answer, but " + missing + ": see to its replicas", null);
            }
            return reading;
        } catch (ExecutionException | TimeoutException e) {
            throw connection.closedOr(connection.failures().unchanged(e));
        }
    }

    private CompletionStage<List<KeyValue<byte[], byte[]>>> values(RedisSession session, Key[] keys) {
        if (keys.length == 0) {
            return CompletableFuture.completedFuture(List.of());
        }
        byte[][] fields = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            fields[i] = RecordText.field(keys[i]);
        }
        return session.commands().hmget(records, fields);
    }

    /** Returns the last version that was given; 0 if there are no records at all. */
    long last() {
        byte[] last = connection.ask(redis -> redis.hget(records, ascii("!last")));
        return last == null ? 0 : RecordText.version(last);
    }

    /** Returns the records that were changed without a message after that version, each with its last such version. */
    Map<Key, Long> unannounced(long after) {
        Map<Key, Long> versions = new HashMap<>();
        Range<Long> newer = Range.from(Range.Boundary.excluding(after), Range.Boundary.unbounded());
        for (ScoredValue<byte[]> noted : connection.ask(redis -> redis.zrangebyscoreWithScores(unannounced, newer))) {
            Key key = RecordText.key(noted.getValue());
            if (key != null) {
                versions.put(key, (long) noted.getScore());
            }
        }
        return versions;
    }

    /** Returns how many events there were. */
    long told() {
        byte[] told = connection.ask(redis -> redis.hget(records, ascii("!told")));
        return told == null ? 0 : number(told);
    }

    /** Returns the events from that one on, up to but without the other, newest first; those there are. */
    List<byte[]> events(long from, long to) {
        byte[][] fields = LongStream.range(from, to)
                .mapToObj(number -> ascii("!e" + (from + to - 1 - number) % History.MAX_EVENTS))
                .toArray(byte[][]::new);
        return connection.ask(redis -> redis.hmget(records, fields)).stream()
                .filter(KeyValue::hasValue)
                .map(KeyValue::getValue)
                .toList();
    }

    /** Asks all clients to publish changes on the channel for so long, by the server's clock. */
    void listen(Duration time) {
        long until = Micros.of(read(List.of()).now()) + Micros.of(time);
        connection.ask(redis -> redis.hset(records, ascii("!ears"), ascii(Long.toString(until))));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    Entry entry(Key key, byte[] value) {
        try {
            return RecordText.entry(key, value);
        } catch (UnreadableRecordException e) {
            throw connection
                    .failures()
                    .unwritable(
                            "has a record " + key + " that cannot be read (" + e.getMessage()
                                    + "): update Holdfast if a newer one wrote it, else remove it by HDEL "
                                    + new String(records, StandardCharsets.UTF_8),
                            e);
        }
    }

    private static Instant instant(List<byte[]> time) {
        return Micros.instant(number(time.get(0)) * 1_000_000 + number(time.get(1)));
    }

    private static long number(byte[] text) {
        return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
    }
}
