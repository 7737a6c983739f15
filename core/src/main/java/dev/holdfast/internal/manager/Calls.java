package dev.holdfast.internal.manager;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The count of a manager's calls that may acquire or release something. Closing refuses new calls and waits for those under
 * way, so that the store is still open when they release what they must not keep.
 */
final class Calls {
    private static final long FIRST_PAUSE_NANOS = 100_000;
    private static final long MAX_PAUSE_NANOS = 10_000_000;

    /** Two sums, each of which only grows, so that calls of different threads need not count in one place. */
    private final LongAdder begun = new LongAdder();

    private final LongAdder ended = new LongAdder();
    private volatile boolean closed;

    /**
     * Begins a call that may acquire something.
     *
     * @throws IllegalStateException if the manager is closed
     */
    void begin() {
        beginRelease();
        if (closed) {
            end();
            throw new IllegalStateException("The lock manager is closed. Open another one.");
        }
    }

    /** Begins a call that only releases, which closing does too. */
    void beginRelease() {
        begun.increment();
    }

    /** Ends a call. */
    void end() {
        ended.increment();
    }

    boolean closed() {
        return closed;
    }

    /** Refuses calls from now on. */
    void close() {
        closed = true;
    }

    /**
     * Returns whether a call is under way. A call that ends while this counts is not seen as ended without having been seen as
     * begun: the ends are counted first. So if both sums are equal, there was a moment between at which no call was under way.
     */
    private boolean isUnderWay() {
        long ends = ended.sum();
        return begun.sum() != ends;
    }

    /** Waits until no call is under way, for a bounded time. Returns whether none is. */
    boolean awaitEnd(Duration longest) {
        Pause pause = new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS);
        long begin = System.nanoTime();
        while (isUnderWay()) {
            if (System.nanoTime() - begin >= longest.toNanos()) {
                return false;
            }
            pause.await();
        }
        return true;
    }
}
