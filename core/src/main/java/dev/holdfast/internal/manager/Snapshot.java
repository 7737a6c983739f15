package dev.holdfast.internal.manager;

import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records that a caller knows of, as the base of its next try. A record that it does not know is assumed to be absent. A
 * wrong assumption costs one conflict, whose answer has the present records.
 *
 * @param entries the records that are known to exist
 * @param asOf a time of the store's clock at which they were current
 * @param origin how they are known
 * @param mixed whether some of the records were read before that time: no answer may rest on these without a check
 * @param learned when they became known, on the monotonic clock
 */
record Snapshot(Map<Key, Entry> entries, Instant asOf, Origin origin, boolean mixed, long learned) {
    static final Snapshot ASSUMED_ABSENT = new Snapshot(Map.of(), Instant.EPOCH, Origin.GUESSED, false, 0);

    /** Of two moments that are further apart, a clock has been set in between. */
    private static final Duration MAX_BETWEEN = Duration.ofDays(1);

    Snapshot(Map<Key, Entry> entries, Instant asOf, Origin origin) {
        this(entries, asOf, origin, false);
    }

    Snapshot(Map<Key, Entry> entries, Instant asOf, Origin origin, boolean mixed) {
        this(entries, asOf, origin, mixed, System.nanoTime());
    }

    /** The way in which records are known. */
    enum Origin {
        /** Nothing was looked at yet. */
        GUESSED,
        /**
         * Reported by a feed, or remembered from an earlier call: it was so once, and the present time is unknown. It may save
         * the round trip before a change, which fails if it is out of date. It answers nothing by itself.
         */
        HEARD,
        /** Read, or written, by the call that is going on. */
        READ
    }

    static Snapshot of(Reading reading) {
        return new Snapshot(reading.entries(), reading.now(), Origin.READ);
    }

    /** Returns what a feed told, or a list showed, of one record. */
    static Snapshot heard(Entry entry) {
        return new Snapshot(Map.of(entry.key(), entry), entry.stamp(), Origin.HEARD);
    }

    boolean guess() {
        return origin == Origin.GUESSED;
    }

    boolean hearsay() {
        return origin == Origin.HEARD;
    }

    /** Returns the same for a later call. */
    Snapshot remembered() {
        return origin == Origin.READ ? new Snapshot(entries, asOf, Origin.HEARD, mixed, learned) : this;
    }

    /** Returns how long ago, at least, the records were as they are known. */
    Duration age() {
        return Duration.ofNanos(Math.max(0, System.nanoTime() - learned));
    }

    /** Returns the states of all locks that are known. */
    List<LockState> locks() {
        List<LockState> locks = new ArrayList<>(1);
        for (Entry entry : entries.values()) {
            if (entry.key().kind() == Kind.LOCK) {
                locks.add(LockState.of(entry));
            }
        }
        return locks;
    }

    @Nullable
    Entry get(Key key) {
        return entries.get(key);
    }

    LockState lock(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? LockState.FREE : LockState.of(entry);
    }

    long version(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }

    /** Returns this, and a record that was just written. */
    Snapshot with(Entry written) {
        return added(written, Origin.READ, System.nanoTime());
    }

    /** Returns this, and a record that a feed reported some time ago. */
    Snapshot withHeard(Entry told) {
        Duration later = Duration.between(asOf, told.stamp());
        boolean soon = !guess() && later.abs().compareTo(MAX_BETWEEN) < 0;
        long now = System.nanoTime();
        // The two clocks may differ, but not in how long it is from one moment to the other.
        return added(told, Origin.HEARD, soon ? now - Math.max(0, now - learned - later.toNanos()) : now);
    }

    private Snapshot added(Entry entry, Origin how, long when) {
        Map<Key, Entry> known = new HashMap<>(entries);
        known.put(entry.key(), entry);
        return new Snapshot(known, entry.stamp(), how, known.size() > 1, when);
    }

    /** Returns this, and what others know that is not about that lock: a plan checks all of it that it uses. */
    Snapshot and(Snapshot other, Key except) {
        if (other.entries.isEmpty() || other.entries.equals(entries)) {
            return this;
        }
        Map<Key, Entry> known = new HashMap<>(other.entries);
        known.remove(except);
        known.putAll(entries);
        return known.size() == entries.size() ? this : new Snapshot(known, asOf, origin, true, learned);
    }

    /** Returns this, with what a reading says of the keys of those changes in place of what was known of them. */
    Snapshot corrected(List<Change> looked, Reading reading) {
        Map<Key, Entry> known = new HashMap<>(entries);
        looked.forEach(change -> known.remove(change.key()));
        boolean more = !known.isEmpty();
        known.putAll(reading.entries());
        return new Snapshot(known, reading.now(), Origin.READ, more);
    }
}
