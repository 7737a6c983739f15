package dev.holdfast.spi;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as they were at one moment.
 *
 * @param entries those that are there, of those that were asked for
 * @param now the store's time at that moment
 */
public record Reading(Map<Key, Entry> entries, Instant now) {
    public Reading {
        entries = Map.copyOf(entries);
    }

    /** Returns the entry of a key, or null if there is none. */
    public @Nullable Entry get(Key key) {
        return entries.get(key);
    }

    /** Returns the version to expect for that key in a change that is based on this reading. */
    public long version(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }
}
