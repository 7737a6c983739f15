package dev.holdfast.server.access;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.options.LimitOptions;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import java.time.Duration;
import java.util.Map;

/** Limits the requests of each client. Forgets the least recent clients when there are many. Thread-safe. */
public final class RateLimits {
    private static final int MAX_CLIENTS = 10_000;

    private final LimitOptions limits;
    private final Map<String, Bucket> buckets = new RecentMap<>(MAX_CLIENTS);

    public RateLimits(LimitOptions limits) {
        this.limits = limits;
    }

    /** Counts one request; throws a {@link Problem} if it is one too many. */
    void count(String client) {
        if (limits.requestsPerSecond() > 0) {
            ConsumptionProbe probe = bucket(client).tryConsumeAndReturnRemaining(1);
            require(probe.isConsumed(), probe.getNanosToWaitForRefill());
        }
    }

    /** Throws a {@link Problem} if one more request would be too many, without counting it. */
    void require(String client) {
        if (limits.requestsPerSecond() > 0) {
            EstimationProbe probe = bucket(client).estimateAbilityToConsume(1);
            require(probe.canBeConsumed(), probe.getNanosToWaitForRefill());
        }
    }

    /** Counts one request that was refused already. */
    void blame(String client) {
        if (limits.requestsPerSecond() > 0) {
            bucket(client).tryConsume(1);
        }
    }

    private void require(boolean allowed, long nanosToWait) {
        if (!allowed) {
            long seconds = Duration.ofNanos(nanosToWait).toSeconds() + 1;
            throw new Problem(
                            429,
                            "Too many requests",
                            "You exceed the limit of requests per second (" + limits.requestsPerSecond()
                                    + "). Try again in " + seconds + " s.")
                    .header("Retry-After", Long.toString(seconds));
        }
    }

    private Bucket bucket(String client) {
        synchronized (buckets) {
            return buckets.computeIfAbsent(
                    client,
                    any -> Bucket.builder()
                            .addLimit(limit -> limit.capacity(limits.burst())
                                    .refillGreedy(limits.requestsPerSecond(), Duration.ofSeconds(1)))
                            .build());
        }
    }
}
