package dev.holdfast;

import dev.holdfast.rules.LockState;
import dev.holdfast.store.Change;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Reading;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller knows of the store, as a base for its next try. What it does not know it guesses to be absent; a wrong guess
 * costs a conflict, which brings the truth.
 *
 * @param entries the records known to be there
 * @param asOf a time of the store's clock at which they were current
 * @param guess whether nothing was looked at yet
 */
record Sight(Map<Key, Entry> entries, Instant asOf, boolean guess) {
    static final Sight GUESS = new Sight(Map.of(), Instant.EPOCH, true);

    static Sight of(Reading reading) {
        return new Sight(reading.entries(), reading.now(), false);
    }

    static Sight of(Entry entry) {
        return new Sight(Map.of(entry.key(), entry), entry.stamp(), false);
    }

    @Nullable
    Entry get(Key key) {
        return entries.get(key);
    }

    LockState lock(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? LockState.FREE : entry.lock();
    }

    long version(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }

    /** This, and a record that was just written. */
    Sight with(Entry written) {
        Map<Key, Entry> known = new HashMap<>(entries);
        known.put(written.key(), written);
        return new Sight(known, written.stamp(), false);
    }

    /** This, with what a reading says of the keys of those changes in place of what was known of them. */
    Sight corrected(List<Change> looked, Reading reading) {
        Map<Key, Entry> known = new HashMap<>(entries);
        looked.forEach(change -> known.remove(change.key()));
        known.putAll(reading.entries());
        return new Sight(known, reading.now(), false);
    }
}
