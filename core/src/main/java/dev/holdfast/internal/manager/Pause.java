package dev.holdfast.internal.manager;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Growing pauses between tries at something that is busy. For one thread. */
final class Pause {
    private final long longest;
    private long next;

    Pause(long firstNanos, long longestNanos) {
        this.next = firstNanos;
        this.longest = longestNanos;
    }

    /** Returns a pause about as long as a commit takes at first, and a few times as long in the end. */
    static Pause whileBusy() {
        return new Pause(1_000_000, 4_000_000);
    }

    /** Returns how long to wait now, in nanoseconds. */
    long nanos() {
        long nanos = next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1);
        next = Math.min(2 * next, longest);
        return nanos;
    }

    /**
     * Waits, and a little longer the next time. An interrupt neither shortens it nor gets lost: what goes on in spite of it must
     * not become a loop without a pause.
     */
    void await() {
        long nanos = nanos();
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
