package dev.holdfast.store.redis;

import dev.holdfast.HoldId;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records as Redis keeps them. The field of a record is a letter for its kind and its name; its value is version and stamp of
 * sixteen digits each, its parties, and its body. A party names the sorted set where the record is listed by owner or user.
 * Between parties, and after them, stand bytes that no name and no body has.
 */
final class RecordText {
    private static final int DIGITS = 16;
    private static final Kind[] KINDS = Kind.values();
    /** Between parties, and between the names in a message. */
    static final byte SEPARATOR = (byte) 0xFF;

    private static final byte END_OF_PARTIES = (byte) 0xFE;

    private RecordText() {}

    /** Returns the letter that a kind's fields begin with. */
    static char letter(Kind kind) {
        return switch (kind) {
            case LOCK -> 'L';
            case SLOT -> 'S';
            case COOLDOWN -> 'P';
            case OWNER_ENDED -> 'O';
            case ENDING -> 'E';
            case DRAFT -> 'D';
            case TOKEN -> 'A';
            case REQUEST -> 'R';
            case SERVER -> 'N';
        };
    }

    static byte[] field(Key key) {
        return NameBytes.bytes(letter(key.kind()) + key.name());
    }

    /** Returns the key of a field, or null if this version does not know the field. */
    static @Nullable Key key(byte[] field) {
        for (Kind kind : KINDS) {
            if (field.length > 0 && field[0] == letter(kind)) {
                return new Key(kind, NameBytes.of(field).substring(1));
            }
        }
        return null;
    }

    /** Returns the claim that a part of a message names, or null if it names none. */
    static @Nullable HoldId claim(byte[] part) {
        if (part.length != 33 || part[0] != '@') {
            return null;
        }
        try {
            return HoldId.parse(new String(part, 1, 32, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            return null; // a newer Holdfast wrote it
        }
    }

    static String byOwner(String owner) {
        return "o:" + owner;
    }

    static String byUser(String user) {
        return "u:" + user;
    }

    /** Returns the text that follows version and stamp. */
    static byte[] tail(Body body) {
        byte[] json = Codec.encode(body).getBytes(StandardCharsets.UTF_8);
        byte[] parties = parties(body);
        byte[] tail = Arrays.copyOf(parties, parties.length + 1 + json.length);
        tail[parties.length] = END_OF_PARTIES;
        System.arraycopy(json, 0, tail, parties.length + 1, json.length);
        return tail;
    }

    private static byte[] parties(Body body) {
        Set<String> owners = body.owners();
        Set<String> users = body.users();
        if (owners.size() == 1 && users.isEmpty()) {
            return NameBytes.bytes(byOwner(owners.iterator().next()));
        }
        // Always in the same order: then a script sees at a glance that nothing changed.
        ByteArrayOutputStream parties = new ByteArrayOutputStream();
        Stream.concat(owners.stream().map(RecordText::byOwner), users.stream().map(RecordText::byUser))
                .sorted()
                .forEach(party -> {
                    if (parties.size() > 0) {
                        parties.write(SEPARATOR);
                    }
                    parties.writeBytes(NameBytes.bytes(party));
                });
        return parties.toByteArray();
    }

    static Entry entry(Key key, byte[] value) {
        int from = 2 * DIGITS;
        int body = from;
        while (body < value.length && value[body] != END_OF_PARTIES) {
            body++;
        }
        if (body >= value.length) {
            throw new UnreadableRecordException("The record is cut off.", null);
        }
        String json = new String(value, body + 1, value.length - body - 1, StandardCharsets.UTF_8);
        return Entry.written(
                key,
                number(value, 0, DIGITS),
                Micros.instant(number(value, DIGITS, from)),
                Codec.decode(key.kind(), json));
    }

    /** Returns the version in a value, which may be an entry of the history. */
    static long version(byte[] value) {
        return number(value, 0, DIGITS);
    }

    static long stamp(byte[] value) {
        return number(value, DIGITS, 2 * DIGITS);
    }

    /** Returns the text that follows version and stamp in an entry of the history. */
    static String rest(byte[] value) {
        return new String(value, 2 * DIGITS, value.length - 2 * DIGITS, StandardCharsets.UTF_8);
    }

    /** Returns a version as it stands in a record, so that a script need only compare texts. */
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
