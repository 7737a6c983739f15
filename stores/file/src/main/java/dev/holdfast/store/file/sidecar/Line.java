package dev.holdfast.store.file.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Hold;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One change as a line of the journal: eight hexadecimal digits of CRC-32C, a blank, JSON, a line feed.
 *
 * @param seq of the commit that makes it count, so that what a crashed writer left is told from what is older
 */
record Line(long seq, long version, Instant stamp, List<Put> puts, List<Key> deletes, Events events) {
    private static final int HEAD = 9;
    /** Where the events begin. Quotes within a text are escaped, and no record has a field of that name. */
    private static final String EVENTS = ",\"ev\":";

    /**
     * A written record.
     *
     * @param tag of what the view shows for it, or null if it shows nothing
     */
    record Put(Key key, Body body, @Nullable String tag) {}

    /** Returns the first hold that the line records for that resource, with its fence and times, or null. */
    @Nullable
    Hold shown(String resource) {
        for (Put put : puts) {
            if (put.key.equals(Key.lock(resource))) {
                LockState state = (LockState) put.body.stamped(version, stamp);
                return state.holds().isEmpty() ? null : state.holds().get(0);
            }
        }
        return null;
    }

    byte[] encoded() {
        byte[] json = JsonText.of(this, Line::write).getBytes(UTF_8);
        byte[] line = new byte[HEAD + json.length + 1];
        byte[] head = (HexFormat.of().toHexDigits(checksum(json, 0, json.length)) + " ").getBytes(UTF_8);
        System.arraycopy(head, 0, line, 0, HEAD);
        System.arraycopy(json, 0, line, HEAD, json.length);
        line[line.length - 1] = '\n';
        return line;
    }

    private static void write(Line line, JsonText to) {
        to.put("s", line.seq);
        to.put("v", line.version);
        to.put("t", Instants.write(line.stamp));
        to.putAllUnlessEmpty("put", line.puts, Line::write);
        to.putAllUnlessEmpty("del", line.deletes, Line::write);
        to.putAllUnlessEmpty("ev", line.events.all(), Codec::write); // at the end: see EVENTS
    }

    private static void write(Put put, JsonText to) {
        write(put.key, to);
        to.put("b", put.body, Codec::write);
        if (put.tag != null) {
            to.put("tag", put.tag);
        }
    }

    private static void write(Key key, JsonText to) {
        to.put("k", key.kind().stored());
        to.put("n", key.name());
    }

    /** Returns the line in those bytes, line feed excluded, or null if it is none. */
    static @Nullable Line decoded(byte[] bytes, int from, int to) {
        if (to - from <= HEAD) {
            return null;
        }
        try {
            int expected = HexFormat.fromHexDigits(new String(bytes, from, HEAD - 1, UTF_8));
            if (checksum(bytes, from + HEAD, to - from - HEAD) != expected) {
                return null;
            }
            String json = new String(bytes, from + HEAD, to - from - HEAD, UTF_8);
            int events = json.indexOf(EVENTS);
            return events < 0
                    ? of(Json.readObject(json), Events.NONE)
                    : of(
                            Json.readObject(json.substring(0, events) + "}"),
                            Events.written(json.substring(events + EVENTS.length(), json.length() - 1)));
        } catch (JsonException
                | UnreadableRecordException
                | IllegalArgumentException
                | ClassCastException
                | DateTimeException e) {
            return null;
        }
    }

    private static Line of(Map<String, @Nullable Object> tree, Events events) {
        List<Put> puts = new ArrayList<>();
        for (Map<?, ?> put : objects(tree.get("put"))) {
            Key key = key(put);
            Body body = Codec.body(key.kind(), present(put.get("b")));
            puts.add(new Put(key, body, (String) put.get("tag")));
        }
        List<Key> deletes = new ArrayList<>();
        for (Map<?, ?> key : objects(tree.get("del"))) {
            deletes.add(key(key));
        }
        return new Line(
                (Long) present(tree.get("s")),
                (Long) present(tree.get("v")),
                Instants.parse((String) present(tree.get("t"))),
                puts,
                deletes,
                events);
    }

    /**
     * The lines that were found.
     *
     * @param ends the position after each line
     * @param whole whether nothing in between was unreadable or missing
     */
    record Found(List<Line> lines, List<Long> ends, boolean whole) {}

    /** Returns the lines in those bytes, of which the first has that position. */
    static Found all(byte[] bytes, long from) {
        List<Line> lines = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        boolean whole = true;
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                Line line = decoded(bytes, start, i);
                whole &= line != null;
                if (line != null) {
                    lines.add(line);
                    ends.add(from + i + 1);
                }
                start = i + 1;
            }
        }
        return new Found(lines, ends, whole && start == bytes.length);
    }

    private static List<Map<?, ?>> objects(@Nullable Object list) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (list instanceof List<?> elements) {
            for (Object element : elements) {
                objects.add((Map<?, ?>) present(element));
            }
        }
        return objects;
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("A field is missing.");
        }
        return value;
    }

    private static Key key(Map<?, ?> tree) {
        return new Key(Kind.ofStored((String) present(tree.get("k"))), (String) present(tree.get("n")));
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
