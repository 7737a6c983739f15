package dev.holdfast.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.LockEvent;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.storage.RecordTable;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodecPropertyTest {
    private static final Instant NOW = Instant.parse("2026-03-02T09:15:30Z");
    private static final Object[] ODDITIES = {
        null,
        true,
        false,
        0L,
        -1L,
        Long.MIN_VALUE,
        1.5,
        "",
        "@",
        "x",
        "\u0000",
        "x".repeat(5000),
        "PT0S",
        "-PT5M",
        "PT5M",
        "P106751991167300D",
        "-1000000000-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59.999999999Z",
        "2026-03-02T09:15:30Z",
        "EXCLUSIVE",
        "ACQUIRED",
        "0".repeat(32),
        List.of(),
        Map.of(),
        List.of(Map.of()),
        List.of(1L),
        List.of("x")
    };

    @Property
    void body_written_isReadAsItWas(@ForAll Kind kind, @ForAll long seed) {
        Body body = new RandomBodies(seed).body(kind);
        assertThat(Codec.decode(kind, Codec.encode(body))).isEqualTo(body);
    }

    @Property
    void event_written_isReadAsItWas(@ForAll long seed) {
        LockEvent event = new RandomBodies(seed).event();
        assertThat(Codec.decodeEvent(Codec.encode(event))).isEqualTo(event);
    }

    @Property
    void body_anyContent_canBeStampedAndIndexed(@ForAll Kind kind, @ForAll long seed) {
        Body body = new RandomBodies(seed).body(kind);
        assertThat(indexed(kind, body).size()).isEqualTo(1);
    }

    @Property
    void body_valueReplaced_isReadOrCalledUnreadable(@ForAll Kind kind, @ForAll long seed) {
        Object tree = Json.read(Codec.encode(new RandomBodies(seed).body(kind)));
        spoil(tree, new Random(seed));
        readOrUnreadable(kind, Json.write(tree));
    }

    @Property
    void body_textSpoiled_isReadOrCalledUnreadable(@ForAll Kind kind, @ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(Codec.encode(new RandomBodies(seed).body(kind)));
        for (int i = random.nextInt(4); i >= 0 && text.length() > 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.setCharAt(at, "{}[]\",:0e-@\u0000\ud800".charAt(random.nextInt(13)));
                default -> text.setLength(at);
            }
        }
        readOrUnreadable(kind, text.toString());
    }

    @Property
    void body_ofAnotherKind_isReadOrCalledUnreadable(@ForAll Kind kind, @ForAll Kind other, @ForAll long seed) {
        readOrUnreadable(other, Codec.encode(new RandomBodies(seed).body(kind)));
    }

    @Property
    void event_valueReplaced_isReadOrCalledUnreadable(@ForAll long seed) {
        Object tree = Json.read(Codec.encode(new RandomBodies(seed).event()));
        spoil(tree, new Random(seed));
        try {
            assertThat(Codec.decodeEvent(Json.write(tree)).resource()).isNotNull();
        } catch (UnreadableRecordException e) {
            assertThat(e).hasMessageMatching("(?s).{10,}");
        }
    }

    @Test
    void body_unknownField_doesNotMatter() {
        assertThat(Codec.decode(Kind.OWNER_ENDED, "{\"owner\":\"ann\",\"at\":\"@\",\"later\":[1]}"))
                .isEqualTo(Codec.decode(Kind.OWNER_ENDED, "{\"owner\":\"ann\",\"at\":\"@\"}"));
    }

    @Test
    void body_wrongField_isNamed() {
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> Codec.decode(Kind.OWNER_ENDED, "{\"owner\":\"ann\",\"at\":\"yesterday\"}"))
                .withMessageContaining("'at'")
                .withMessageContaining("yesterday");
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> Codec.decode(Kind.OWNER_ENDED, "{\"at\":\"@\"}"))
                .withMessageContaining("'owner'");
    }

    private static void readOrUnreadable(Kind kind, String text) {
        Body body;
        try {
            body = Codec.decode(kind, text);
        } catch (UnreadableRecordException e) {
            assertThat(e).hasMessageMatching("(?s).{10,}");
            return;
        }
        assertThat(indexed(kind, body).size()).isEqualTo(1);
    }

    private static RecordTable indexed(Kind kind, Body body) {
        RecordTable table = new RecordTable();
        table.put(Entry.written(new Key(kind, "x"), 7, NOW, body));
        return table;
    }

    /** Replaces, removes or adds one value somewhere in the tree. */
    @SuppressWarnings("unchecked") // the reader makes maps and lists of no other type
    private static void spoil(@Nullable Object tree, Random random) {
        if (tree instanceof List<?> list && !list.isEmpty()) {
            int at = random.nextInt(list.size());
            if (isLeaf(list.get(at)) || random.nextInt(4) == 0) {
                ((List<@Nullable Object>) list).set(at, ODDITIES[random.nextInt(ODDITIES.length)]);
            } else {
                spoil(list.get(at), random);
            }
        } else if (tree instanceof Map<?, ?> map) {
            List<Object> fields = new ArrayList<>(map.keySet());
            String field = fields.isEmpty() ? "holds" : (String) fields.get(random.nextInt(fields.size()));
            if (isLeaf(map.get(field)) || random.nextInt(4) == 0) {
                ((Map<String, @Nullable Object>) map).put(field, ODDITIES[random.nextInt(ODDITIES.length)]);
            } else {
                spoil(map.get(field), random);
            }
        }
    }

    private static boolean isLeaf(@Nullable Object value) {
        return !(value instanceof Map) && !(value instanceof List);
    }
}
