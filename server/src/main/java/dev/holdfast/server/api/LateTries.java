package dev.holdfast.server.api;

import dev.holdfast.HoldId;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an earlier try of a request from acquiring after a later one, or after a release of its receipt. A client whose
 * connection breaks sends its request again with the same receipt and the next number. The earlier try may arrive late, or still
 * wait here, and would acquire a lock that no client knows of. Thread-safe.
 */
final class LateTries {
    /** So many requests are remembered of which a second or later try has come. */
    static final int MAX_REMEMBERED = 10_000;

    /** The number of the latest try, by the receipt of the request. Guarded by this. */
    private final Map<HoldId, Integer> latest = new RecentMap<>(MAX_REMEMBERED);

    /** Guarded by this. */
    private final Map<HoldId, List<Try>> waiting = new HashMap<>();

    /** Whether there has been a second try of anything: most servers see none for hours. */
    private volatile boolean repeated;

    /** A try that may wait. */
    private static final class Try {
        private final int number;
        private final CompletableFuture<@Nullable Void> unwanted = new CompletableFuture<>();
        private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
        private volatile boolean withdrawn;

        Try(int number) {
            this.number = number;
        }

        void withdraw() {
            withdrawn = true;
            unwanted.complete(null);
        }

        /** Returns the failure of a try, for its caller. */
        Throwable reason(Throwable failure) {
            return withdrawn && unwrapped(failure) instanceof CancellationException ? late() : failure;
        }
    }

    /**
     * Acquires, unless a later try has come. Ends an earlier one first.
     *
     * @param acquire asks for the lock until the stage that it gets is complete
     */
    CompletionStage<Grant> acquire(
            LockRequest wanted, Request request, Function<CompletionStage<?>, CompletionStage<Grant>> acquire) {
        Receipt receipt = wanted.receipt();
        boolean brief = wanted.timeout().isZero() && request.number() == 1;
        if (receipt == null || (brief && !repeated)) {
            return acquire.apply(request.gone());
        }
        Try own = new Try(request.number());
        List<Try> earlier = begin(receipt.holdId(), own);
        request.gone().whenComplete((done, failure) -> own.unwanted.complete(null));
        try {
            return after(earlier, () -> acquire.apply(own.unwanted))
                    .whenComplete((grant, failure) -> end(receipt.holdId(), own))
                    .exceptionallyCompose(failure -> CompletableFuture.failedStage(own.reason(failure)));
        } catch (Throwable e) {
            end(receipt.holdId(), own);
            throw e;
        }
    }

    /** Returns the earlier tries that are still waiting. Several may have one number, if a proxy repeats what it got. */
    private synchronized List<Try> begin(HoldId id, Try own) {
        if (own.number < latest.getOrDefault(id, 1)) {
            throw late();
        }
        if (own.number > 1) {
            repeated = true;
            latest.put(id, own.number);
        }
        List<Try> all = waiting.computeIfAbsent(id, key -> new ArrayList<>(1));
        List<Try> earlier =
                all.stream().filter(other -> other.number < own.number).toList();
        all.add(own);
        return earlier;
    }

    private static CompletionStage<Grant> after(List<Try> earlier, Supplier<CompletionStage<Grant>> acquire) {
        return earlier.isEmpty() ? acquire.get() : ended(earlier).thenCompose(done -> acquire.get());
    }

    /**
     * Ends the tries that wait with one of these receipts. The stage completes when all of them have ended. A release must wait
     * for it: such a try would acquire the lock afterwards, for a caller that has gone.
     */
    CompletionStage<Void> withdraw(Collection<Receipt> receipts) {
        return ended(waitingWith(receipts));
    }

    private synchronized List<Try> waitingWith(Collection<Receipt> receipts) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        return receipts.stream()
                .map(Receipt::holdId)
                .distinct()
                .flatMap(id -> waiting.getOrDefault(id, List.of()).stream())
                .toList();
    }

    private static CompletionStage<Void> ended(List<Try> unwanted) {
        unwanted.forEach(Try::withdraw);
        return CompletableFuture.allOf(unwanted.stream().map(one -> one.ended).toArray(CompletableFuture<?>[]::new));
    }

    private static Problem late() {
        return new Problem(
                409,
                "Late",
                "A later try or a release of this request came first, so this try acquires nothing. Ask again with the next number.");
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void end(HoldId id, Try own) {
        synchronized (this) {
            waiting.computeIfPresent(id, (key, all) -> all.remove(own) && all.isEmpty() ? null : all);
        }
        own.ended.complete(null);
    }
}
