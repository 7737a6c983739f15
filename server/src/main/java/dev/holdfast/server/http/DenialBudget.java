package dev.holdfast.server.http;

import dev.holdfast.internal.base.RecentMap;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the denials that are recorded or logged as lines, so that a refused caller cannot push older lines out of the log.
 * The others are counted. Each client has its own budget, so that one cannot hide the denials of another. Thread-safe.
 */
public final class DenialBudget {
    private static final int BURST = 100;
    private static final int PER_SECOND = 1;
    private static final int BURST_OF_ALL = 2_000;
    private static final int PER_SECOND_OF_ALL = 50;
    private static final int MAX_CLIENTS = 10_000;

    private final AtomicLong leftOut = new AtomicLong();
    private final Bucket all = bucket(BURST_OF_ALL, PER_SECOND_OF_ALL);
    private final Map<String, Bucket> clients = new RecentMap<>(MAX_CLIENTS);

    private static Bucket bucket(int burst, int perSecond) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }

    /** Returns whether one more denial of this client is recorded. Counts it if not. */
    public boolean allows(String client) {
        Bucket own;
        synchronized (clients) {
            own = clients.computeIfAbsent(client, any -> bucket(BURST, PER_SECOND));
        }
        boolean allowed = own.tryConsume(1) && all.tryConsume(1);
        if (!allowed) {
            leftOut.incrementAndGet();
        }
        return allowed;
    }

    /** Returns how many were left out since the last call. */
    public long leftOut() {
        return leftOut.getAndSet(0);
    }
}
