package dev.holdfast.internal.manager;

import dev.holdfast.Drafts;
import dev.holdfast.Holds;
import dev.holdfast.LockAdmin;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * All operations on locks, without handles. A {@link dev.holdfast.LockManager} adds handles that keep holds alive, over a store
 * or through a server. Every method may block. Thread-safe.
 *
 * <p>Every method may throw a {@link dev.holdfast.StoreException}: the store could not be reached or written, and nothing
 * was changed. If it is an {@link dev.holdfast.OutcomeUnknownException}, the outcome of the change could not be found
 * out.
 */
public interface Locks extends Holds, Drafts, LockAdmin, AutoCloseable {

    /**
     * Renews as {@link #renew(List)} does, without waiting for a hold whose record another transaction keeps busy.
     *
     * @return the result of each, in their order; empty for one that is neither renewed nor known to be lost
     */
    List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats);

    /**
     * Releases as {@link #release(Collection)} does, without waiting for a record that another transaction keeps busy.
     *
     * @return whether there was any of them; empty if they are not released
     */
    Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts);

    /**
     * Acquires as {@link #grant(LockRequest)} does, without a thread that waits. The answer is completed on a thread that
     * other requests need.
     *
     * @param gone completes when the caller wants no answer any more. The request ends then, and its answer is a {@link
     *     java.util.concurrent.CancellationException}
     */
    CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone);

    /** Returns the holds of those receipts with the requests to hand them over, as {@link #view(List)} does, without a heartbeat. */
    List<Renewal> look(List<Receipt> receipts);

    /** Returns one resource with its holders, their times and its queue. */
    LockView view(String resource);

    /** Returns all resources with a name of that prefix that are held or waited for, in the order of their names. */
    List<LockView> list(String prefix);

    /**
     * Tells of every change of resources with a name of that prefix: first all as they are, then each that changed, as it is
     * then. States in between may be skipped, the last one never. The listener is called by one thread at a time.
     */
    Subscription listen(String prefix, Consumer<LockView> listener);

    @Override
    void close();
}
