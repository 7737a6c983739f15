package dev.holdfast.store.redis;

import dev.holdfast.rules.Body;
import dev.holdfast.store.Codec;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.UnreadableRecordException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records as Redis keeps them. The field of a record is a letter for its kind and its name; its value is version and stamp of
 * sixteen digits each, the length of its parties, a colon, the parties, and the body. A party is the length of a key's name, a
 * colon and that name: where the record is listed by owner or user.
 */
final class RecordText {
    private static final int DIGITS = 16;
    private static final Kind[] KINDS = Kind.values();

    private RecordText() {}

    /** The letter that a kind's fields begin with. */
    static char letter(Kind kind) {
        return switch (kind) {
            case LOCK -> 'L';
            case SLOT -> 'S';
            case PACE -> 'P';
            case OWNER_ENDED -> 'O';
            case ENDING -> 'E';
            case DRAFT -> 'D';
        };
    }

    static byte[] field(Key key) {
        return Text.bytes(letter(key.kind()) + key.name());
    }

    /** Null if it is no field that this version knows. */
    static @Nullable Key key(byte[] field) {
        for (Kind kind : KINDS) {
            if (field.length > 0 && field[0] == letter(kind)) {
                return new Key(kind, Text.of(field).substring(1));
            }
        }
        return null;
    }

    static String byOwner(String owner) {
        return "o:" + owner;
    }

    static String byUser(String user) {
        return "u:" + user;
    }

    /** What follows version and stamp. */
    static byte[] tail(Body body) {
        byte[] json = Codec.encode(body).getBytes(StandardCharsets.UTF_8);
        Set<String> owners = body.owners();
        Set<String> users = body.users();
        ByteArrayOutputStream parties = new ByteArrayOutputStream(64);
        // Always in the same order: then a script sees at a glance that nothing changed.
        owners.stream().sorted().forEach(owner -> write(Text.bytes(byOwner(owner)), parties));
        users.stream().sorted().forEach(user -> write(Text.bytes(byUser(user)), parties));
        ByteArrayOutputStream tail = new ByteArrayOutputStream(json.length + parties.size() + 8);
        write(parties.toByteArray(), tail);
        tail.write(json, 0, json.length);
        return tail.toByteArray();
    }

    private static void write(byte[] text, ByteArrayOutputStream to) {
        byte[] length = Integer.toString(text.length).getBytes(StandardCharsets.US_ASCII);
        to.write(length, 0, length.length);
        to.write(':');
        to.write(text, 0, text.length);
    }

    static Entry entry(Key key, byte[] value) {
        int from = 2 * DIGITS;
        int colon = from;
        while (colon < value.length && value[colon] != ':') {
            colon++;
        }
        long parties = number(value, from, colon);
        long body = colon + 1 + parties;
        if (body > value.length) {
            throw new UnreadableRecordException("The record is cut off.", null);
        }
        String json = new String(value, (int) body, value.length - (int) body, StandardCharsets.UTF_8);
        return Entry.written(
                key,
                number(value, 0, DIGITS),
                Micros.instant(number(value, DIGITS, from)),
                Codec.decode(key.kind(), json));
    }

    /** Of an entry of the history too. */
    static long version(byte[] value) {
        return number(value, 0, DIGITS);
    }

    static long stamp(byte[] value) {
        return number(value, DIGITS, 2 * DIGITS);
    }

    /** What follows version and stamp in an entry of the history. */
    static String rest(byte[] value) {
        return new String(value, 2 * DIGITS, value.length - 2 * DIGITS, StandardCharsets.UTF_8);
    }

    /** A version as it stands in a record, so that a script need only compare texts. */
    static byte[] expected(long version) {
        if (version == 0) {
            return new byte[] {'0'};
        }
        byte[] digits = new byte[DIGITS];
        long rest = version;
        for (int i = DIGITS - 1; i >= 0; i--) {
            digits[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return digits;
    }

    private static long number(byte[] value, int from, int to) {
        if (to > value.length || from == to) {
            throw new UnreadableRecordException("The record is cut off.", null);
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            if (value[i] < '0' || value[i] > '9') {
                throw new UnreadableRecordException("The record does not begin with its version and time.", null);
            }
            number = number * 10 + (value[i] - '0');
        }
        return number;
    }
}
