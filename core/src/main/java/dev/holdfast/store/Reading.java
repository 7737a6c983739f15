package dev.holdfast.store;

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

    public @Nullable Entry get(Key key) {
        return entries.get(key);
    }

    /** The version to expect for that key in a change made in the light of this reading. */
    public long version(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }
}
