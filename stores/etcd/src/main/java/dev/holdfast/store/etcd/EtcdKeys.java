package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The names under which everything is kept: {@code PREFIX/clock}, {@code PREFIX/record/KIND/NAME}, {@code PREFIX/history/…}. */
final class EtcdKeys {
    private final ByteString clock;
    private final ByteString outdated;
    private final ByteString records;
    private final ByteString history;
    private final Map<Kind, ByteString> kinds = new EnumMap<>(Kind.class);

    EtcdKeys(String prefix) {
        clock = Text.bytes(prefix + "/clock");
        outdated = Text.bytes(prefix + "/outdated");
        records = Text.bytes(prefix + "/record/");
        history = Text.bytes(prefix + "/history/");
        for (Kind kind : Kind.values()) {
            String name = kind.stored().toLowerCase(Locale.ROOT).replace('_', '-');
            kinds.put(kind, records.concat(Text.bytes(name + '/')));
        }
    }

    ByteString clock() {
        return clock;
    }

    /** Returns the key that is written in place of a change that came with an outdated clock. */
    ByteString outdated() {
        return outdated;
    }

    /** Returns the beginning of every record's key. */
    ByteString records() {
        return records;
    }

    ByteString history() {
        return history;
    }

    ByteString of(Kind kind) {
        return kinds.getOrDefault(kind, records);
    }

    ByteString of(Key key) {
        return of(key.kind()).concat(Text.bytes(key.name()));
    }

    /** Returns the record of that kind that a key names. */
    Key key(Kind kind, ByteString bytes) {
        return new Key(kind, Text.of(bytes.substring(of(kind).size())));
    }

    /** Returns the first key after all that begin so. */
    static ByteString end(ByteString prefix) {
        int last = prefix.size() - 1;
        byte next = (byte) (prefix.byteAt(last) + 1); // no byte of ours is 0xFF
        return prefix.substring(0, last).concat(ByteString.copyFrom(new byte[] {next}));
    }

    /** Returns the first key after this one. */
    static ByteString after(ByteString key) {
        return key.concat(ByteString.copyFrom(new byte[] {0}));
    }
}
