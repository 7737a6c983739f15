package dev.holdfast.internal.manager;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The count of a manager's calls that may acquire or release something. Closing refuses new calls and waits for those under
 * way, so that the store is still open when they release what they must not keep.
 */
final class Calls {
    private static final long FIRST_PAUSE_NANOS = 100_000;
    private static final long MAX_PAUSE_NANOS = 10_000_000;

    private final AtomicInteger underWay = new AtomicInteger();
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
        underWay.incrementAndGet();
    }

    /** Ends a call. */
    void end() {
        underWay.decrementAndGet();
    }

    boolean closed() {
        return closed;
    }

    /** Refuses calls from now on. */
    void close() {
        closed = true;
    }

    /** Waits until no call is under way, for a bounded time. Returns whether none is. */
    boolean awaitEnd(Duration longest) {
        Pause pause = new Pause(FIRST_PAUSE_NANOS, MAX_PAUSE_NANOS);
        long begin = System.nanoTime();
        while (underWay.get() > 0) {
            if (System.nanoTime() - begin >= longest.toNanos()) {
                return false;
            }
            pause.await();
        }
        return true;
    }
}
