package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Weight;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The last known records of locks that were granted to remote callers, which come back with nothing but a receipt. They save
 * the round trip that would end in a conflict. Where they are out of date, the conflict happens. Thread-safe.
 */
final class RecentLocks {
    private static final int MAX = 16_384;
    /** The bytes of either half, about: some records are large. */
    private static final long MAX_BYTES = 16 << 20;

    private final Clocks clocks;
    /** The newer half. When it is full, it becomes the older half, and the former older half is forgotten in one step. */
    private volatile Map<Key, Memory> newer = new ConcurrentHashMap<>();

    private volatile Map<Key, Memory> older = Map.of();

    /** Of the newer half. */
    private final AtomicLong bytes = new AtomicLong();

    RecentLocks(Clocks clocks) {
        this.clocks = clocks;
    }

    /** A record, and when it was known to be so. */
    private record Memory(Entry entry, Instant asOf, Moment at, int weight) {}

    /**
     * Returns what is known of a lock for the owner of a receipt; an assumption if nothing is, or if its hold may be over by
     * now.
     */
    Snapshot of(Receipt receipt) {
        Key key = Key.lock(receipt.resource());
        Memory memory = newer.get(key);
        memory = memory == null ? older.get(key) : memory;
        Hold hold = memory == null ? null : LockState.of(memory.entry).holdOf(receipt.holdId());
        if (memory == null || hold == null) {
            return Snapshot.ASSUMED_ABSENT;
        }
        Duration age = clocks.since(memory.at);
        Instant now = age.isNegative() ? memory.asOf : Moments.plus(memory.asOf, age);
        Instant until = hold.until();
        // What is over must be seen as it is now, since any caller may have tidied it away. The rules get a time of the
        // store's clock, never one counted on by the clock of this machine: that could end the holds of others early.
        return until != null && !now.isBefore(until)
                ? Snapshot.ASSUMED_ABSENT
                : new Snapshot(Map.of(key, memory.entry), memory.asOf, Snapshot.Origin.HEARD);
    }

    /** Takes note of the lock of that resource as it is after a change, or forgets it if it is not there any more. */
    void note(String resource, Snapshot after, Moment before) {
        Key key = Key.lock(resource);
        Entry entry = after.get(key);
        if (entry == null) {
            Memory former = newer.remove(key);
            bytes.addAndGet(former == null ? 0 : -former.weight);
            if (!older.isEmpty()) {
                older.remove(key);
            }
            return;
        }
        Map<Key, Memory> now = newer;
        Memory memory = new Memory(entry, after.asOf(), before, Weight.of(LockState.of(entry)));
        Memory former = now.put(key, memory);
        long weight = bytes.addAndGet(memory.weight - (former == null ? 0 : former.weight));
        if (now.size() > MAX || weight > MAX_BYTES) {
            turn(now);
        }
    }

    private synchronized void turn(@Nullable Map<Key, Memory> full) {
        if (newer == full) {
            older = newer;
            newer = new ConcurrentHashMap<>();
            bytes.set(0);
        }
    }
}
