package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.rules.FirstLease;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Queue;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded wait until a look at some resources is worthwhile: they changed, a hold on them is over, its process is gone, or
 * the waiter's own heartbeat is due. It checks at most a few times a second, and asks the store only when there is a reason.
 */
final class Waiter {
    /** A dead holder is noticed within this time. */
    private static final Duration GLANCE = Duration.ofMillis(200);
    /** Well before the ticket runs out. */
    private static final Duration SIGN_OF_LIFE = Queue.TICKET_LIFE.dividedBy(3);

    private final Engine engine;
    private final Clocks clocks;
    private final Signals.WaitSignal listening;
    private final List<Key> keys;
    private final long deadline;
    private Snapshot seen = Snapshot.ASSUMED_ABSENT;
    private Duration longest = Duration.ZERO;
    private @Nullable Duration untilEnd;
    private long began;

    Waiter(Engine engine, Clocks clocks, Signals.WaitSignal listening, List<Key> keys, Duration timeout) {
        this(engine, clocks, listening, keys, deadline(clocks, timeout));
    }

    /** @param deadline the end of the wait, on the monotonic clock */
    Waiter(Engine engine, Clocks clocks, Signals.WaitSignal listening, List<Key> keys, long deadline) {
        this.engine = engine;
        this.clocks = clocks;
        this.listening = listening;
        this.keys = keys;
        this.deadline = deadline;
    }

    static long deadline(Clocks clocks, Duration timeout) {
        return clocks.nanoTime() + Moments.nanos(timeout);
    }

    boolean timedOut() {
        return clocks.nanoTime() - deadline >= 0;
    }

    /**
     * Waits until it is worth looking again, or the wait is over.
     *
     * @param called returns whether there is another reason to end the wait; its thread is unparked then
     * @throws IllegalStateException if the manager is closed
     */
    void await(Snapshot last, Duration longestLook, BooleanSupplier called) throws InterruptedException {
        if (begin(last, longestLook)) {
            return;
        }
        while (!timedOut() && !called.getAsBoolean()) {
            boolean rung = listening.await(nap());
            if (Thread.interrupted()) {
                throw new InterruptedException(
                        "Interrupted while waiting for " + keys.get(0).name() + ".");
            }
            if (isDue(rung)) {
                return;
            }
        }
    }

    /**
     * Begins to wait, after a try that saw this. Returns true if it is worth looking again immediately. May block.
     *
     * @throws IllegalStateException if the manager is closed
     */
    boolean begin(Snapshot last, Duration longestLook) {
        requireOpen();
        if (listening.begin() && changed(last)) {
            return true;
        }
        seen = last;
        began = clocks.nanoTime();
        longest = SIGN_OF_LIFE.compareTo(longestLook) < 0 ? SIGN_OF_LIFE : longestLook;
        untilEnd = earliestEnd();
        return false;
    }

    /** Returns for how many nanoseconds to sleep before {@link #isDue} is asked again, unless the signal rings. */
    long nap() {
        long left = Math.min(deadline - clocks.nanoTime(), GLANCE.toNanos());
        if (untilEnd != null) {
            left = Math.min(left, Math.max(1, Moments.nanos(untilEnd) - (clocks.nanoTime() - began)));
        }
        return Math.max(1, left);
    }

    /**
     * Returns whether it is worth looking again. Does not ask the store.
     *
     * @param rung whether the signal rang since the last time
     * @throws IllegalStateException if the manager is closed
     */
    boolean isDue(boolean rung) {
        requireOpen();
        if (rung && isNews()) {
            return true;
        }
        untilEnd = rung ? earliestEnd() : untilEnd;
        Duration waited = Duration.ofNanos(clocks.nanoTime() - began);
        boolean over = untilEnd != null && waited.compareTo(untilEnd) >= 0;
        return over || !listening.fed() || waited.compareTo(longest) >= 0 || somebodyDied();
    }

    void requireOpen() {
        if (engine.signals().closed()) {
            throw new IllegalStateException("The lock manager was closed while a caller waited for "
                    + keys.get(0).name() + ".");
        }
    }

    /** Returns whether the resources changed before it listened, since no feed has reported that. */
    private boolean changed(Snapshot last) {
        Snapshot now = engine.look(keys);
        listening.saw(now);
        return keys.stream().anyMatch(key -> now.version(key) != last.version(key));
    }

    /**
     * Returns whether the last report is news. It is none while the waiter stays in the queue, unless its owner got the
     * resource by other means and may enter.
     */
    private boolean isNews() {
        HoldId ticket = listening.ticket();
        if (ticket == null || listening.latest() == null) {
            return true;
        }
        LockState state = known(keys.get(0));
        return state.placeOf(ticket) == 0 || state.holdOfWaiter(ticket) != null;
    }

    /** Returns the lock as it was seen, or reported since then. */
    private LockState known(Key key) {
        Entry told = listening.ticket() == null ? null : listening.latest();
        return told != null && told.version() > seen.version(key) ? LockState.of(told) : seen.lock(key);
    }

    /**
     * Returns the records to decide on. A report is enough if it hands the resource over: taking it up is a change, which fails
     * if the report is out of date. For everything else it asks the store.
     */
    Snapshot look() {
        Entry report = handOver();
        return report == null ? engine.look(keys) : Snapshot.heard(report);
    }

    /** Returns the last report if it hands the resource to this waiter, which has not taken it up; else null. */
    @Nullable
    Entry handOver() {
        HoldId ticket = listening.ticket();
        Entry report = listening.latest();
        if (ticket == null || report == null) {
            return null;
        }
        Hold handed = LockState.of(report).holdOf(ticket);
        return handed == null || FirstLease.isOver(handed, ticket) ? null : report;
    }

    /**
     * Returns whether the process of the waiter ahead has died. In a queue each waiter watches the one before it, so every
     * death is noticed and no waiter has to look at all others.
     */
    private boolean somebodyDied() {
        HoldId ticket = listening.ticket();
        List<LockState> states = new ArrayList<>(keys.size());
        for (Key key : keys) {
            LockState state = known(key);
            states.add(ticket == null ? state : state.before(ticket));
        }
        return engine.witness(states).provesDeath();
    }

    /** Returns the time until the earliest end of a hold or a reservation, from the moment it was seen. */
    private @Nullable Duration earliestEnd() {
        Duration earliest = null;
        for (Key key : keys) {
            for (Hold hold : known(key).holds()) {
                earliest = earlier(earliest, hold.until());
            }
            for (Ticket ticket : known(key).queue()) {
                earliest = ticket.reserved() ? earlier(earliest, ticket.until()) : earliest;
            }
        }
        return earliest;
    }

    private @Nullable Duration earlier(@Nullable Duration earliest, @Nullable Instant until) {
        // What was over when it was seen is in no caller's way, and no reason to look again.
        return until == null || !until.isAfter(seen.asOf())
                ? earliest
                : Countdown.shorter(earliest, Duration.between(seen.asOf(), until));
    }
}
