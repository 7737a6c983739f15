package dev.holdfast.internal.manager;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that wait for a round. Any caller may add to it; only the leader takes from it.
 *
 * <p>Callers that work without a break come in two shifts: while one shift is on its way to the store, the other waits here,
 * and each round is half full. So the leader gives the callers that were just answered a part of a round's time to come back.
 * The next round expects only as many callers as this one had.
 */
final class Inbox {
    /** A leader waits for this part of a round's time: about the time it takes to wake the callers that were answered. */
    private static final int PART = 6;

    private static final long MAX_NANOS = 500_000;
    /** Below that a thread cannot wait so briefly, and a round is so short that it does not matter. */
    private static final long MIN_NANOS = 15_000;

    /** A round with so many attempts gains nothing from more: the cost of each outweighs the round trip that they share. */
    private static final int WELL_FILLED = 24;

    private final Sleep sleep;
    private final Queue<Attempt> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    /** How many attempts the next round may have if all callers come back, and how long it may wait for them. Of the leader. */
    private int expected;

    private long timeout;
    private volatile @Nullable Thread waiting;

    /** The sleep of a leader, by the system's clock. A test turns its time. */
    static class Sleep {
        long nanoTime() {
            return System.nanoTime();
        }

        void park(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }
    }

    Inbox() {
        this(new Sleep());
    }

    Inbox(Sleep sleep) {
        this.sleep = sleep;
    }

    void add(Attempt attempt) {
        queue.add(attempt);
        size.incrementAndGet();
        wakeIfComplete();
    }

    void addAll(List<Attempt> attempts) {
        queue.addAll(attempts);
        size.addAndGet(attempts.size());
        wakeIfComplete();
    }

    private void wakeIfComplete() {
        Thread leader = waiting;
        if (leader != null && isComplete()) {
            LockSupport.unpark(leader);
        }
    }

    private boolean isComplete() {
        return size.get() + 1 >= expected;
    }

    @Nullable
    Attempt poll() {
        Attempt next = queue.poll();
        if (next != null) {
            size.decrementAndGet();
        }
        return next;
    }

    @Nullable
    Attempt peek() {
        return queue.peek();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Waits a moment for callers that may come back; for a leader that has one attempt. Returns whether it had to wait. */
    boolean await() {
        if (timeout < MIN_NANOS || isComplete()) {
            return false;
        }
        long end = sleep.nanoTime() + timeout;
        waiting = Thread.currentThread();
        for (long left = timeout; left > 0 && !isComplete(); left = end - sleep.nanoTime()) {
            sleep.park(this, left);
        }
        waiting = null;
        return true;
    }

    /** Says that a round is over that had so many attempts and took so long. */
    void ended(int round, long nanos) {
        expected = Math.min(WELL_FILLED, round + size.get());
        timeout = expected > 1 ? Math.min(nanos / PART, MAX_NANOS) : 0;
    }

    /** Says that a round is over that had one attempt. */
    void endedAlone() {
        timeout = 0;
    }
}
