package dev.holdfast.store.zookeeper;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.spi.Key;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The guards of the records that were used last, so that a change need not look before it is made. Thread-safe. */
final class Guards {
    private static final int MAX_KEPT = 50_000;

    private final String instance = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
    private final AtomicLong made = new AtomicLong();

    private final Map<Key, Guard> known = new RecentMap<>(MAX_KEPT);

    /** Returns a name for the guard of a new record that no other was ever given. */
    String name() {
        return instance + "-" + Long.toHexString(made.incrementAndGet());
    }

    synchronized @Nullable Guard get(Key key) {
        return known.get(key);
    }

    /** Answers may come out of order: the newest counts. */
    synchronized void learn(Key key, Guard guard) {
        Guard before = known.get(key);
        if (before == null || before.version() < guard.version()) {
            known.put(key, guard);
        }
    }

    synchronized void forget(Key key, long version) {
        Guard before = known.get(key);
        if (before != null && before.version() < version) {
            known.remove(key);
        }
    }
}
