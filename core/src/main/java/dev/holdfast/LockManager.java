package dev.holdfast;

import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Policy;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Grants, keeps and gives back locks. Safe for use by many threads; one manager per store and process is enough.
 *
 * <p>Every method may throw a {@link dev.holdfast.store.StoreException}: the store could not be reached or written, and nothing
 * was changed; or, as {@link dev.holdfast.store.OutcomeUnknownException}, what became of the change could not be found out in
 * spite of trying. Expected outcomes are values, or {@link LockUnavailableException}.
 */
public interface LockManager extends AutoCloseable {

    /** Opens a store by its address, such as {@code sqlite:locks.db}, with the policies of its preset. */
    static LockManager open(String address) {
        return open(address, ManagerOptions.USUAL);
    }

    /**
     * Opens a store by its address.
     *
     * @throws IllegalArgumentException if no store of that kind is at hand; the message says which are
     */
    static LockManager open(String address, ManagerOptions options) {
        return over(Stores.open(address, options.wall()), options);
    }

    /** Manages the locks in a store that the caller opened. Closing the manager closes the store. */
    static LockManager over(LockStore store, ManagerOptions options) {
        return new StoreLockManager(store, options);
    }

    /** Acquires at once, all or none, or throws a {@link LockUnavailableException} that says who has it. */
    LockHandle acquire(String... resources);

    /** Acquires as requested, waiting if the request says so, or throws a {@link LockUnavailableException}. */
    LockHandle acquire(LockRequest request) throws InterruptedException;

    /** Acquires at once, all or none, or answers why not. */
    Acquisition tryAcquire(String... resources);

    /** Acquires as requested, waiting if the request says so, or answers why not. */
    Acquisition tryAcquire(LockRequest request) throws InterruptedException;

    /**
     * The same on behalf of somebody else, as a server does: without a handle, so that nothing keeps the holds alive but
     * {@link #renew}, and nothing gives them back but {@link #release} and time.
     */
    Grant grant(LockRequest request) throws InterruptedException;

    /**
     * Takes up holds by their receipts, in this process: they are renewed by themselves and bound to this process from now on.
     *
     * @throws LockLostException if one of them is not there any more
     */
    LockHandle attach(Collection<Receipt> receipts);

    /** Gives a sign of life. The hold as it is then, or empty if it is lost; {@link #loss} tells why. */
    Optional<Hold> renew(Receipt receipt, boolean activity);

    /** Gives back one hold. Whether there was one; harmless when repeated. */
    boolean release(Receipt receipt);

    /** Gives back what an owner has on a resource, by the owner's id. */
    boolean release(String resource, String ownerId);

    /**
     * Ends an owner: gives back all it holds or waits for, and refuses whatever it asks for later, also requests that are on
     * their way already. How many holds were given back.
     */
    int releaseAll(String ownerId);

    /** Ends every hold on a resource, by somebody who is not the holder. Those that were ended. */
    List<Hold> forceRelease(String resource, String actor, String reason);

    /** Ends every hold on every resource, by somebody who is sure that nobody works. How many were ended. */
    int clear(String actor);

    /** Why a hold was lost, if it was: remembered for a day. */
    Optional<Loss> loss(Receipt receipt);

    /** One resource: who has it, since when, until when, who waits. */
    LockView look(String resource);

    /** All resources with a name of that prefix that somebody holds or waits for, in the order of their names. */
    List<LockView> list(String prefix);

    /** All resources that an owner holds or waits for. */
    List<LockView> listOf(String ownerId);

    /** Whether the hold with that fencing token is the one that counts now. */
    boolean verifyFence(String resource, long fence);

    /** What happened, newest first. */
    List<PastEvent> history(HistoryQuery query);

    /**
     * Tells of every change of resources with a name of that prefix: first all as they are, then each that changed, as it is
     * then. States in between may be skipped, the last one never. The listener is called by one thread at a time.
     */
    Subscription listen(String prefix, Consumer<LockView> listener);

    /** Takes away what is over and announces it. Needed by nobody to acquire: what is over counts as free. How many it tidied. */
    int sweep();

    /** What people should know about the state of the store, in sentences; each is handed out once in a process. */
    List<String> warnings();

    /** What applies to that resource: how long a hold lasts, whether and how to wait. */
    Policy policy(String resource);

    /** What the store is; never fails. */
    StoreTraits traits();

    /** For whom this manager acquires when a request names nobody. */
    Owner owner();

    /** Gives back what its handles still hold, stops renewing, and closes the store. */
    @Override
    void close();
}
