package dev.holdfast;

import dev.holdfast.HandOverRequest.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A handle on one or several locked resources, for try-with-resources. It renews by itself, warns before its time runs out, and
 * reports immediately when a hold is lost; a lost hold never comes back by itself. Thread-safe.
 */
public interface LockHandle extends AutoCloseable {

    /** Returns the resources it holds, in canonical order. */
    List<String> resources();

    /**
     * Returns the fencing token of the only resource.
     *
     * @throws IllegalStateException if the handle holds several: use {@link #fence(String)}
     */
    long fence();

    /**
     * Returns the fencing token of a resource, which is larger than that of every earlier hold on it.
     *
     * @throws IllegalArgumentException if this handle does not hold the resource
     */
    long fence(String resource);

    /** Returns the holds as they were granted. */
    List<Hold> holds();

    /** Returns the receipts, with which another program can renew or release the holds. They are secret. */
    List<Receipt> receipts();

    /**
     * Returns whether it is still safe to work: not released, not lost, and time left by this machine's clocks. Where others may
     * clean up what was not renewed for long, it is not safe from that age on, until the store has confirmed the hold.
     */
    boolean isHeld();

    /** Returns the time that the holder may still count on; empty if time alone never ends the hold. */
    Optional<Duration> remaining();

    /**
     * Returns a future that completes when a hold is lost. Never completes exceptionally. It completes on the manager's thread
     * for callbacks, unless the hold is already lost.
     */
    CompletableFuture<Loss> lost();

    /**
     * Calls back once when a hold is lost, also if it is already lost. Callbacks of one manager run one after the other on a
     * thread of their own: one that blocks delays later callbacks, but no renewal.
     */
    LockHandle onLoss(Consumer<Loss> callback);

    /** Calls back when the time left falls below the policy's warning, on the same thread as {@link #onLoss}. */
    LockHandle onWarning(Consumer<Duration> callback);

    /**
     * Calls back once for each request to hand over, on the same thread as {@link #onLoss}. The asker is told that its request
     * was shown when the callback has returned. {@link #answer} answers it; a request that is not answered changes nothing,
     * unless the policy says otherwise.
     */
    LockHandle onRequest(Consumer<HandOverRequest> callback);

    /**
     * Answers a request to hand over. After {@link Reply#now} the hold is over, and reported as lost: stop the work before.
     *
     * @return the request as it is then; empty if it has ended
     */
    Optional<HandOverRequest> answer(HandOverRequest request, Reply reply);

    /**
     * Makes a shared hold exclusive, in one change and with a larger fence, if its owner is the only holder and no other caller
     * of that owner is in it. It never waits, and passes those who do: they wait for this very hold. To ask other holders to
     * leave, {@linkplain Requests#ask ask} for the lock in the exclusive mode under the receipt of this hold. The lock becomes
     * exclusive with the end of the last other hold.
     *
     * @return empty if the hold is exclusive now; else why it is not, while it stays shared
     * @throws IllegalStateException if the handle holds several locks
     * @throws LockLostException if the hold is lost
     */
    Optional<Refusal> tryUpgrade();

    /** Says that work goes on: extends an idle limit too. Throws if the hold is lost. */
    void heartbeat();

    /**
     * Binds the holds to those processes instead of this one: they live while any of these does. For work that a process of
     * its own does on behalf of this one.
     */
    void bind(List<ProcessId> processes);

    /**
     * Detaches the handle without a release. The holds live on under their leases, bound to no process, and any program with
     * the receipts may {@linkplain LockManager#attach attach} again.
     *
     * @return the receipts
     * @throws LockLostException if a hold is lost
     */
    List<Receipt> detach();

    /**
     * Detaches the handle without a release and binds the holds to those processes: they live no longer than these.
     *
     * @return the receipts
     * @throws LockLostException if a hold is lost
     */
    List<Receipt> detachTo(List<ProcessId> processes);

    /**
     * Releases all it holds; after a loss, what is left of it. Harmless when repeated. If the store cannot be reached this throws;
     * the holds are renewed no more, and the manager goes on trying to release them for as long as it is open.
     */
    @Override
    void close();
}
