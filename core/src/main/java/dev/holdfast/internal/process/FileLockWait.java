package dev.holdfast.internal.process;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The bounds of a wait for a file lock that other processes use in turn. While the lock changes hands, a caller waits for its
 * own turn. For a lock that stays with one process the wait is much shorter: that process may be stopped, and its lock is never
 * safe to take. The next caller then does not wait all that time again. Not thread-safe.
 */
public final class FileLockWait {
    /** The time after which a lock that does not change hands is given up. */
    public static final Duration STUCK = Duration.ofSeconds(10);

    /** The time after which a lock is given up that always goes to others. */
    public static final Duration MAX_WAIT = Duration.ofSeconds(60);

    private static final long LOOK = Duration.ofMillis(250).toNanos();
    /** Every caller tries at least that long, however long others have waited before it. */
    private static final long MIN_PAUSE = Duration.ofMillis(100).toNanos();

    private final long stuck;
    private final long longest;
    private final LongSupplier nanos;
    private final LongSupplier progress;
    private long begin;
    private long lastTry;
    private long lastLook;
    private long unchangedSince;
    private long seen;
    private boolean waiting;

    /**
     * Creates the rule for one lock.
     *
     * @param stuck the bound for a lock that does not change hands
     * @param longest the bound in any case
     * @param nanos the clock, as {@link System#nanoTime}
     * @param progress a number that changes when the lock has changed hands; asked a few times a second
     */
    public FileLockWait(Duration stuck, Duration longest, LongSupplier nanos, LongSupplier progress) {
        this.stuck = stuck.toNanos();
        this.longest = longest.toNanos();
        this.nanos = nanos;
        this.progress = progress;
    }

    /** Begins to wait, before the first try. */
    public void begin() {
        begin = nanos.getAsLong();
    }

    /** Notes that the caller has got the lock. */
    public void end() {
        waiting = false;
    }

    /** Notes a try that failed; returns whether to give up. */
    public boolean isOver() {
        long now = nanos.getAsLong();
        // What was seen long ago shows nothing about a lock that may have been free meanwhile.
        if (!waiting || now - lastTry > 4 * LOOK) {
            waiting = true;
            unchangedSince = now;
            lastLook = now;
            seen = progress.getAsLong();
        } else if (now - lastLook >= LOOK) {
            lastLook = now;
            long next = progress.getAsLong();
            if (next != seen) {
                seen = next;
                unchangedSince = now;
            }
        }
        lastTry = now;
        return now - begin >= longest || (now - unchangedSince >= stuck && now - begin >= MIN_PAUSE);
    }
}
