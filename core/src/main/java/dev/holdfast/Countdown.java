package dev.holdfast;

import dev.holdfast.Clocks.Moment;
import dev.holdfast.rules.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much time a holder may still count on. It counts from before the call that granted or renewed, others count from after
 * it: so the holder stops no later than others may start.
 */
record Countdown(Lease lease, Moment granted, Moment active, Moment seen) {

    static Countdown from(Lease lease, Moment before) {
        return new Countdown(lease, before, before, before);
    }

    Countdown renewed(Moment before, boolean activity) {
        return new Countdown(lease, granted, activity ? before : active, before);
    }

    /** The time left, negative when over; null if time alone never ends it. */
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
