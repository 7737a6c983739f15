package dev.holdfast.rules;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limits on how long a hold lasts. The limit that ends first ends the hold; an absent limit never does.
 *
 * @param absolute from the grant
 * @param idle from the last activity, such as a keystroke or a save
 * @param grace from the last heartbeat or activity
 */
public record Lease(
        @Nullable Duration absolute,
        @Nullable Duration idle,
        @Nullable Duration grace) {
    /** Lasts until it is released, or its processes are proven gone. */
    public static final Lease NONE = new Lease(null, null, null);

    public Lease {
        requirePositive("absolute limit", absolute);
        requirePositive("idle limit", idle);
        requirePositive("grace", grace);
        absolute = Moments.boundedOrNull(absolute);
        idle = Moments.boundedOrNull(idle);
        grace = Moments.boundedOrNull(grace);
    }

    /** Returns a lease that every heartbeat extends by the same time. */
    public static Lease of(Duration grace) {
        return new Lease(null, null, grace);
    }

    /** Returns when the lease is over, or null if time alone never ends it. */
    @Nullable
    Instant until(Instant since, Instant active, Instant seen) {
        return earlier(earlier(plus(since, absolute), plus(active, idle)), plus(seen, grace));
    }

    /** Returns the time that a holder may count on after a renewal, or null for any. */
    public @Nullable Duration afterRenewal() {
        if (idle == null || (grace != null && grace.compareTo(idle) < 0)) {
            return grace;
        }
        return idle;
    }

    static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null) {
            return b;
        }
        return b == null || a.isBefore(b) ? a : b;
    }

    /** Returns a sum that stops at the end of time, or null if there is no limit or the time is not known yet. */
    static @Nullable Instant plus(Instant from, @Nullable Duration limit) {
        if (limit == null || from.equals(Stamp.TIME)) {
            return null;
        }
        return Moments.plus(from, limit);
    }

    private static void requirePositive(String what, @Nullable Duration limit) {
        if (limit != null && (limit.isZero() || limit.isNegative())) {
            throw new IllegalArgumentException(
                    "The " + what + " of a lease must be longer than zero, not " + limit + ".");
        }
    }
}
