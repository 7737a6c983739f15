package dev.holdfast.server.access;

import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cache of an issuer's keys. At most one fetch is under way, and two begin within seconds. Never blocks. Thread-safe. */
final class IssuerKeys {
    private static final long KEPT = Duration.ofMinutes(15).toNanos();
    private static final long KEPT_WITHOUT_ISSUER = Duration.ofHours(4).toNanos();
    static final Duration BETWEEN_FETCHES = Duration.ofSeconds(10);
    private static final int FETCHES = 2;

    private final Supplier<CompletableFuture<JWKSet>> fetch;
    private final LongSupplier nanos;
    /** When the last fetches began. */
    private final Deque<Long> begun = new ArrayDeque<>();

    private @Nullable JWKSet known;
    private long knownSince;
    private boolean failed;
    private @Nullable CompletableFuture<JWKSet> underWay;

    /** @param nanos a steady clock */
    IssuerKeys(Supplier<CompletableFuture<JWKSet>> fetch, LongSupplier nanos) {
        this.fetch = fetch;
        this.nanos = nanos;
    }

    /** Returns cached keys if they are fresh, else the current ones, or old ones if the issuer does not answer. */
    synchronized CompletableFuture<JWKSet> current() {
        JWKSet keys = known;
        if (keys != null && age() < KEPT) {
            return CompletableFuture.completedFuture(keys);
        }
        CompletableFuture<JWKSet> fetched = newest();
        return keys == null || age() >= KEPT_WITHOUT_ISSUER ? fetched : fetched.exceptionally(failure -> keys);
    }

    /** Returns the current keys, or cached ones that were just fetched. Fails if the issuer does not answer. */
    synchronized CompletableFuture<JWKSet> newest() {
        if (underWay != null) {
            return underWay;
        }
        long now = nanos.getAsLong();
        Long first = begun.peekFirst();
        if (begun.size() == FETCHES && first != null && now - first < BETWEEN_FETCHES.toNanos()) {
            return known == null || failed
                    ? CompletableFuture.failedFuture(new IOException(
                            "The last attempt, less than " + BETWEEN_FETCHES.toSeconds() + " s ago, failed."))
                    : CompletableFuture.completedFuture(known);
        }
        if (begun.size() == FETCHES) {
            begun.removeFirst();
        }
        begun.addLast(now);
        CompletableFuture<JWKSet> fetching = fetch.get().whenComplete((keys, failure) -> ended(keys, now));
        underWay = fetching.isDone() ? null : fetching;
        return fetching;
    }

    private synchronized void ended(@Nullable JWKSet keys, long asked) {
        underWay = null;
        failed = keys == null;
        if (keys != null) {
            known = keys;
            knownSince = asked;
        }
    }

    private long age() {
        return nanos.getAsLong() - knownSince;
    }
}
