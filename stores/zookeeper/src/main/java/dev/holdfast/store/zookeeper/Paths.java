package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The paths beneath the base: {@code layout}, {@code clock}, {@code history/NUMBER/eNUMBER}, and a record's node at {@code
 * KIND/BUCKET/NAME}, with its guard beneath. Records are spread over buckets by their names, so that no list of children gets
 * too long.
 */
final class Paths {
    static final int BUCKETS = 16;

    private final String base;
    private final Map<Kind, String> kinds = new EnumMap<>(Kind.class);

    Paths(String base) {
        this.base = base;
        for (Kind kind : Kind.values()) {
            kinds.put(kind, base + "/" + kind.stored().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    String base() {
        return base;
    }

    String layout() {
        return base + "/layout";
    }

    String clock() {
        return base + "/clock";
    }

    String history() {
        return base + "/history";
    }

    String volume(long number) {
        return history() + "/" + String.format(Locale.ROOT, "%010d", number);
    }

    String of(Kind kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }

    List<String> buckets(Kind kind) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < BUCKETS; i++) {
            all.add(of(kind) + "/" + Integer.toHexString(i));
        }
        return all;
    }

    String bucket(Key key) {
        int hash = key.name().hashCode();
        int bucket = (hash ^ hash >>> 16 ^ hash >>> 8 ^ hash >>> 4) & (BUCKETS - 1);
        return of(key.kind()) + "/" + Character.forDigit(bucket, BUCKETS);
    }

    String of(Key key) {
        return bucket(key) + "/" + NodeName.encode(key.name());
    }

    static String guard(String record, String guard) {
        return record + "/" + guard;
    }

    /** Returns the record of that kind at that path; null if there is something else. */
    @Nullable
    Key key(Kind kind, String path) {
        int begin = of(kind).length() + 1;
        int slash = path.indexOf('/', begin);
        if (slash < 0 || path.indexOf('/', slash + 1) >= 0) {
            return null;
        }
        String name = NodeName.decode(path.substring(slash + 1));
        return name == null ? null : new Key(kind, name);
    }
}
