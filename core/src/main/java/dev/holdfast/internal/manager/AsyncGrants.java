package dev.holdfast.internal.manager;

import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The most frequent calls of a lock manager without a thread that waits for each answer. One thread decides together what many
 * callers ask for at about the same time. It suits servers with many clients and few threads. Answers are completed on that
 * thread, so actions that depend on them must be quick and must not block. Thread-safe.
 */
public interface AsyncGrants extends AutoCloseable {
    /**
     * Returns the asynchronous form of a manager, which stays open when this is closed.
     *
     * @throws IllegalArgumentException if the manager works through a server and not on a store
     */
    static AsyncGrants of(LockManager manager) {
        if (manager instanceof StoreLockManager own) {
            return own.asynchronous();
        }
        throw new IllegalArgumentException(
                "This manager works through a server, which has no asynchronous form: use a manager over a store.");
    }

    /**
     * Acquires without waiting; see {@link dev.holdfast.Holds#grant}.
     *
     * @throws IllegalArgumentException if the request asks to wait
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

    /** Renews one hold; see {@link dev.holdfast.Holds#renew}. */
    CompletableFuture<Renewal> renew(Heartbeat heartbeat);

    /**
     * Renews several holds in the calling thread, without waiting for one whose record another transaction keeps busy.
     *
     * @return the result of each, in their order; empty for one that is neither renewed nor known to be lost
     */
    List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats);

    /**
     * Releases several holds in one step and in the calling thread, without waiting for a record that another transaction keeps
     * busy.
     *
     * @return whether there was any of them; empty if they are not released
     */
    Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts);

    /** Returns holds with the requests to hand them over, in the calling thread and without a heartbeat. */
    List<Renewal> look(List<Receipt> receipts);

    /** Releases several holds in one step; see {@link dev.holdfast.Holds#release(Collection)}. */
    CompletableFuture<Boolean> release(Collection<Receipt> receipts);

    /** Counts the drafts that are kept for a user, in the calling thread. */
    DraftUse drafts(String user);

    /** Counts the holds of a user that ended against its will within a day, up to a number, in the calling thread. */
    int losses(String user, int most);

    /**
     * The drafts that are kept for one user.
     *
     * @param count how many there are
     * @param bytes the size of their texts in UTF-8
     */
    record DraftUse(int count, long bytes) {}

    /** Answers what was asked and ends what waits, then ends. */
    @Override
    void close();
}
