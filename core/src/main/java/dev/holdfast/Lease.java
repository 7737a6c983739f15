package dev.holdfast;

import dev.holdfast.internal.base.Moments;
import java.time.Duration;
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

    /** Returns the time that a holder may count on after a renewal, or null for any. */
    public @Nullable Duration afterRenewal() {
        if (idle == null || (grace != null && grace.compareTo(idle) < 0)) {
            return grace;
        }
        return idle;
    }

    private static void requirePositive(String what, @Nullable Duration limit) {
        if (limit != null && (limit.isZero() || limit.isNegative())) {
            throw new IllegalArgumentException(
                    "The " + what + " of a lease must be longer than zero, not " + limit + ".");
        }
    }
}
