package dev.holdfast.store.file.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Codec;
import dev.holdfast.store.Event;
import dev.holdfast.store.Json;
import dev.holdfast.store.JsonException;
import dev.holdfast.store.JsonText;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.UnreadableRecordException;
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
record Line(long seq, long version, Instant stamp, List<Put> puts, List<Key> deletes, List<Event> events) {
    private static final int HEAD = 9;

    /**
     * A written record.
     *
     * @param tag of what the view shows for it, or null if it shows nothing
     */
    record Put(Key key, Body body, @Nullable String tag) {}

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
        to.put("t", line.stamp.toString());
        to.putAllUnlessEmpty("put", line.puts, Line::write);
        to.putAllUnlessEmpty("del", line.deletes, Line::write);
        to.putAllUnlessEmpty("ev", line.events, Codec::write);
    }

    private static void write(Put put, JsonText to) {
        write(put.key, to);
        to.put("b", put.body, Codec::write);
        if (put.tag != null) {
            to.put("tag", put.tag);
        }
    }

    private static void write(Key key, JsonText to) {
        to.put("k", key.kind().name());
        to.put("n", key.name());
    }

    /** The line in those bytes, line feed excluded, or null if it is none. */
    static @Nullable Line decoded(byte[] bytes, int from, int to) {
        if (to - from <= HEAD) {
            return null;
        }
        try {
            int expected = HexFormat.fromHexDigits(new String(bytes, from, HEAD - 1, UTF_8));
            if (checksum(bytes, from + HEAD, to - from - HEAD) != expected) {
                return null;
            }
            return of(Json.readObject(new String(bytes, from + HEAD, to - from - HEAD, UTF_8)));
        } catch (JsonException
                | UnreadableRecordException
                | IllegalArgumentException
                | ClassCastException
                | DateTimeException e) {
            return null;
        }
    }

    private static Line of(Map<String, @Nullable Object> tree) {
        List<Put> puts = new ArrayList<>();
        for (Map<?, ?> put : objects(tree.get("put"))) {
            Key key = key(put);
            Body body = Codec.body(key.kind(), present(put.get("b")));
            puts.add(new Put(key, body, (String) put.get("tag")));
        }
        return new Line(
                (Long) present(tree.get("s")),
                (Long) present(tree.get("v")),
                Instant.parse((String) present(tree.get("t"))),
                puts,
                objects(tree.get("del")).stream().map(Line::key).toList(),
                objects(tree.get("ev")).stream().map(Codec::event).toList());
    }

    private static List<Map<?, ?>> objects(@Nullable Object list) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (list instanceof List<?> elements) {
            elements.forEach(element -> objects.add((Map<?, ?>) present(element)));
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
        return new Key(Kind.valueOf((String) present(tree.get("k"))), (String) present(tree.get("n")));
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
