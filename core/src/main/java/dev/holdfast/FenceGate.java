package dev.holdfast;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A check for the program that protects the data. It lets a write through only if no write with a newer fencing token came
 * before, and so keeps out a holder that was paused past its lease. This gate remembers tokens in memory. A gate that keeps the
 * token next to the data, as a condition of the write itself, is safer still.
 *
 * <p>The gate forgets a resource to which there was no write for a day, or for the time that it was made with. So it takes
 * memory only for the resources of that time. A holder that was paused for longer is let through: make the time longer than any
 * pause, or keep the token next to the data. Threads may share a gate.
 */
public final class FenceGate {
    /** The time for which a gate remembers a resource by default. */
    public static final Duration MEMORY = Duration.ofDays(1);

    private record Token(long fence, long at) {}

    private final long memoryNanos;
    private final LongSupplier nanos;
    /** The newest token of each resource; the resource that was asked for longest ago is first. Guarded by this. */
    private final Map<String, Token> newest = new LinkedHashMap<>();

    /** Makes a gate that remembers a resource for a day after the last write to it. */
    public FenceGate() {
        this(MEMORY);
    }

    /** Makes a gate that remembers a resource for that long after the last write to it. */
    public FenceGate(Duration memory) {
        this(memory, System::nanoTime);
    }

    FenceGate(Duration memory, LongSupplier nanos) {
        if (memory.isNegative() || memory.isZero()) {
            throw new IllegalArgumentException("A gate must remember tokens for a time that is longer than zero.");
        }
        this.memoryNanos = memory.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE : memory.toNanos();
        this.nanos = nanos;
    }

    /** Returns whether a write with that fencing token may go on, and remembers the token if so. */
    public synchronized boolean admit(String resource, long fence) {
        long now = nanos.getAsLong();
        forgetUntil(now);
        Token known = newest.remove(resource);
        long least = known == null ? fence : Math.max(known.fence, fence);
        newest.put(resource, new Token(least, now));
        return fence == least;
    }

    /** Forgets a resource, for example because its data was deleted. Any token is then new. */
    public synchronized void forget(String resource) {
        newest.remove(resource);
    }

    private void forgetUntil(long now) {
        Iterator<Token> eldest = newest.values().iterator();
        while (eldest.hasNext() && now - eldest.next().at > memoryNanos) {
            eldest.remove();
        }
    }

    /** Returns the number of resources that it remembers. */
    synchronized int size() {
        return newest.size();
    }
}
