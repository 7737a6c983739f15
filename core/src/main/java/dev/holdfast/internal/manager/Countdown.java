package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.internal.manager.Clocks.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time that a holder may still count on. The holder counts from before the call that granted or renewed, and others count
 * from after it. So the holder stops no later than others may start.
 */
public record Countdown(Lease lease, Moment granted, Moment active, Moment seen) {
    private static final Lease FIRST_LEASE = Lease.of(Hold.TAKE_UP);

    static Countdown from(Lease lease, Moment before) {
        return new Countdown(lease, before, before, before);
    }

    /**
     * Returns the countdown of several holds of one handle, with the strictest limit of each kind. A hold that was already
     * there, entered or attached again, has used up some of its time by the store's clock.
     *
     * @param asOf the store's time of the answer to the call that was made after {@code before}
     */
    static Countdown of(List<Hold> holds, Instant asOf, Moment before) {
        Hold first = holds.get(0);
        Countdown strictest = of(first, asOf, before);
        for (int i = 1; i < holds.size(); i++) {
            strictest = strictest.and(of(holds.get(i), asOf, before));
        }
        return strictest;
    }

    private static Countdown of(Hold hold, Instant asOf, Moment before) {
        return new Countdown(
                limits(hold),
                before.earlierBy(hold.since(), asOf),
                before.earlierBy(hold.active(), asOf),
                before.earlierBy(hold.seen(), asOf));
    }

    private Countdown and(Countdown other) {
        return new Countdown(
                strictest(lease, other.lease), granted.or(other.granted), active.or(other.active), seen.or(other.seen));
    }

    /** Returns the strictest limit of each kind. */
    static Lease strictest(List<Hold> holds) {
        Lease strictest = limits(holds.get(0));
        for (int i = 1; i < holds.size(); i++) {
            strictest = strictest(strictest, limits(holds.get(i)));
        }
        return strictest;
    }

    /** Returns the limits of a hold. One that was handed over has a short first lease, until its first renewal. */
    private static Lease limits(Hold hold) {
        return hold.claimed() ? hold.lease() : strictest(hold.lease(), FIRST_LEASE);
    }

    private static Lease strictest(Lease a, Lease b) {
        return new Lease(
                shorter(a.absolute(), b.absolute()), shorter(a.idle(), b.idle()), shorter(a.grace(), b.grace()));
    }

    /** Returns the same under other limits. */
    Countdown under(Lease limits) {
        return limits.equals(lease) ? this : new Countdown(limits, granted, active, seen);
    }

    Countdown renewed(Moment before, boolean activity) {
        return new Countdown(lease, granted, activity ? before : active, before);
    }

    /** Returns the time left, which is negative when it is over; null if time alone never ends the hold. */
    @Nullable
    Duration left(Clocks clocks) {
        Duration left = left(lease.absolute(), granted, clocks);
        left = shorter(left, left(lease.idle(), active, clocks));
        return shorter(left, left(lease.grace(), seen, clocks));
    }

    private static @Nullable Duration left(@Nullable Duration limit, Moment from, Clocks clocks) {
        return limit == null ? null : limit.minus(clocks.since(from));
    }

    static @Nullable Duration shorter(@Nullable Duration a, @Nullable Duration b) {
        if (a == null) {
            return b;
        }
        return b == null || a.compareTo(b) < 0 ? a : b;
    }
}
