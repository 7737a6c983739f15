package dev.holdfast.internal.manager;

import dev.holdfast.Policy;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The times that a handle keeps to. A limit of one of its resources is a limit of the whole handle. */
public final class HandleTiming {
    private static final Duration NEVER = Duration.ofDays(36500);
    private static final Duration MAX_MARGIN = Duration.ofSeconds(2);

    private final List<Policy> policies;

    private HandleTiming(List<Policy> policies) {
        this.policies = policies;
    }

    /** Returns the timing of a handle with these receipts. It names each policy once, but hashes none: a policy has 14 parts. */
    static HandleTiming of(HoldBackend backend, List<Receipt> receipts) {
        if (receipts.size() == 1) {
            return new HandleTiming(List.of(backend.policy(receipts.get(0).resource())));
        }
        List<Policy> policies = new ArrayList<>();
        for (Receipt receipt : receipts) {
            Policy policy = backend.policy(receipt.resource());
            if (!policies.contains(policy)) {
                policies.add(policy);
            }
        }
        return new HandleTiming(policies);
    }

    /** Returns whether others may have ended a hold that was last renewed that long ago. */
    boolean mayBeCleanedUp(Duration sinceRenewal) {
        Duration limit = shortest(Policy::reclaimAfter);
        return limit != null && sinceRenewal.compareTo(limit.minus(margin(limit))) >= 0;
    }

    /** Returns the time between two renewals, so short that two failures in a row are no loss. */
    Duration renewEvery(Countdown countdown) {
        Duration every = shortest(Policy::heartbeat);
        every = Countdown.shorter(every, third(countdown.lease().afterRenewal()));
        every = Countdown.shorter(every, third(shortest(Policy::reclaimAfter)));
        every = Countdown.shorter(every, third(shortest(Policy::suspectAfter)));
        return every == null ? NEVER : Moments.bounded(every);
    }

    private static @Nullable Duration third(@Nullable Duration limit) {
        if (limit == null) {
            return null;
        }
        // A Duration divides by way of a BigDecimal, and each round asks this of each handle.
        long nanos = Moments.bounded(limit).toNanos();
        return Duration.ofNanos(nanos / 3 - nanos / 100);
    }

    /** Returns how long before the end the work must stop, since stopping takes time too. */
    Duration margin(Countdown countdown) {
        return margin(countdown.lease().afterRenewal());
    }

    private static Duration margin(@Nullable Duration limit) {
        if (limit == null) {
            return Duration.ZERO;
        }
        // A Duration divides through a BigDecimal, and a holder may ask before every step of its work.
        Duration twentieth = Duration.ofNanos(Moments.bounded(limit).toNanos() / 20);
        return twentieth.compareTo(MAX_MARGIN) < 0 ? twentieth : MAX_MARGIN;
    }

    /** Returns how long before the end the holder is warned: at most half of the shortest limit, so never from the beginning. */
    Duration warning(Countdown countdown) {
        Duration lease = Countdown.shorter(
                countdown.lease().absolute(), countdown.lease().afterRenewal());
        Duration warning = policies.get(0).warning();
        for (Policy policy : policies) {
            warning = policy.warning().compareTo(warning) > 0 ? policy.warning() : warning;
        }
        // A Duration divides through a BigDecimal, and each round asks this of each handle.
        Duration half = lease == null
                ? warning
                : Duration.ofNanos(Moments.bounded(lease).toNanos() / 2);
        return half.compareTo(warning) < 0 ? half : warning;
    }

    /** Returns the strictest limit of that kind, or null if no policy has one. */
    private @Nullable Duration shortest(Function<Policy, @Nullable Duration> limit) {
        Duration shortest = null;
        for (Policy policy : policies) {
            shortest = Countdown.shorter(shortest, limit.apply(policy));
        }
        return shortest;
    }
}
