package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import io.etcd.jetcd.api.KeyValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The value of a key: JSON with the stamp of the write, compressed by gzip if it is long. */
final class EtcdValue {
    /** etcd takes requests of up to 1.5 MiB, and keeps every state until it is compacted. */
    private static final int LONG = 8 * 1024;

    private static final int GZIP = 0x1F;

    private EtcdValue() {}

    static ByteString of(Instant stamp, Body body) {
        return bytes(JsonText.of(body, (part, text) -> {
            text.put("stamp", micros(stamp));
            text.put("body", part, Codec::write);
        }));
    }

    static ByteString of(Instant stamp, List<LockEvent> events) {
        return bytes(JsonText.of(events, (part, text) -> {
            text.put("stamp", micros(stamp));
            text.putAll("events", part, Codec::write);
        }));
    }

    static Entry entry(Key key, KeyValue kept) {
        Map<String, @Nullable Object> members = members(kept);
        Object body = members.get("body");
        if (body == null) {
            throw unreadable(kept, null);
        }
        return Entry.written(key, kept.getModRevision(), stamp(members, kept), Codec.body(key.kind(), body));
    }

    /** Returns the events of one group, in their order. */
    static List<HistoryEntry> events(KeyValue kept) {
        Map<String, @Nullable Object> members = members(kept);
        List<HistoryEntry> events = new ArrayList<>();
        if (members.get("events") instanceof List<?> trees) {
            for (Object tree : trees) {
                events.add(new HistoryEntry(kept.getModRevision(), stamp(members, kept), Codec.event(tree)).stamped());
            }
        }
        return events;
    }

    /** Returns the time of the write. */
    static Instant stamp(KeyValue kept) {
        return stamp(members(kept), kept);
    }

    private static Instant stamp(Map<String, @Nullable Object> members, KeyValue kept) {
        if (members.get("stamp") instanceof Long micros) {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
        throw unreadable(kept, null);
    }

    static long micros(Instant moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    }

    static Map<String, @Nullable Object> members(KeyValue kept) {
        try {
            return Json.readObject(text(kept.getValue()));
        } catch (JsonException | IOException e) {
            throw unreadable(kept, e);
        }
    }

    private static UnreadableRecordException unreadable(KeyValue kept, @Nullable Exception cause) {
        return new UnreadableRecordException(
                "The key " + kept.getKey().toStringUtf8()
                        + " in etcd has a value that Holdfast did not write; delete it if nothing needs it.",
                cause);
    }

    private static ByteString bytes(String text) {
        ByteString plain = ByteString.copyFromUtf8(text);
        if (plain.size() <= LONG) {
            return plain;
        }
        ByteString.Output compressed = ByteString.newOutput();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            plain.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return compressed.toByteString();
    }

    private static String text(ByteString bytes) throws IOException {
        if (bytes.isEmpty() || bytes.byteAt(0) != GZIP) {
            return bytes.toStringUtf8();
        }
        try (GZIPInputStream gzip = new GZIPInputStream(bytes.newInput())) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
