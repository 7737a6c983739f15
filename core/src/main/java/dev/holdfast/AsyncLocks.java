package dev.holdfast;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The everyday questions without a thread that waits for each answer: what many callers ask at about the same time is decided
 * together, by one thread. For faces that serve many callers with few threads. Answers are completed on that thread, so
 * whatever hangs on them must be quick and must not block. Thread-safe.
 */
public interface AsyncLocks extends AutoCloseable {
    /**
     * For the locks of that manager, which stays open when this is closed.
     *
     * @throws IllegalArgumentException if somebody else decides about its locks
     */
    static AsyncLocks of(LockManager manager) {
        if (manager instanceof StoreLockManager own) {
            return own.asynchronous();
        }
        throw new IllegalArgumentException(
                "Locks that somebody else decides about cannot be asked for so: use a manager over a store.");
    }

    /**
     * Like {@link Locks#grant}, at once.
     *
     * @throws IllegalArgumentException if it asks to wait
     */
    CompletableFuture<Grant> grant(LockRequest request);

    /**
     * Acquires, waiting if the request says so. No thread waits with it. The answer is completed on a thread that other waiting
     * requests need.
     *
     * @param gone completes when the caller wants no answer any more. The request leaves the queue then, and its answer is a
     *     {@link java.util.concurrent.CancellationException}
     */
    CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone);

    /** Like {@link Locks#renew}. */
    CompletableFuture<Renewal> renew(Heartbeat heartbeat);

    /** Like {@link Locks#release(Collection)}. */
    CompletableFuture<Boolean> release(Collection<Receipt> receipts);

    /** Counts the drafts that are kept for a user. */
    CompletableFuture<DraftUse> drafts(String user);

    /**
     * What is kept of drafts.
     *
     * @param bytes of their texts in UTF-8, about
     */
    record DraftUse(int count, long bytes) {}

    /** Answers what was asked and ends what waits, then ends. */
    @Override
    void close();
}
