package dev.holdfast;

import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Policy;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Decides about locks, and keeps none alive by itself: what a {@link LockManager} gives handles for, be it over a store or by a
 * server that is asked. Safe for use by many threads; every method may block.
 *
 * <p>Every method may throw a {@link dev.holdfast.store.StoreException}: the store could not be reached or written, and nothing
 * was changed; or, as {@link dev.holdfast.store.OutcomeUnknownException}, what became of the change could not be found out in
 * spite of trying.
 */
public interface Locks extends AutoCloseable {

    /**
     * Acquires as requested, waiting if the request says so, or answers why not. Without a handle: nothing keeps the holds alive
     * but {@link #renew}, and nothing gives them back but {@link #release} and time.
     */
    Grant grant(LockRequest request) throws InterruptedException;

    /** Gives a sign of life for several holds, in as few trips as can be. What came of each, in their order. */
    List<Renewal> renew(List<Heartbeat> heartbeats);

    /** Gives a sign of life, from elsewhere. The hold as it is then, or empty if it is lost; {@link #loss} tells why. */
    default Optional<Hold> renew(Receipt receipt, boolean activity) {
        return renew(List.of(Heartbeat.of(receipt, activity))).get(0).hold();
    }

    /** Those holds as they are at one moment, in one trip, without a sign of life; empty for each that is lost or over. */
    List<Optional<Hold>> holds(List<Receipt> receipts);

    /** Gives back one hold. Whether there was one; harmless when repeated. */
    default boolean release(Receipt receipt) {
        return release(List.of(receipt));
    }

    /** Gives back several holds in one step. Whether there was any; harmless when repeated. */
    boolean release(Collection<Receipt> receipts);

    /**
     * Gives back one hold whose work is done, and deletes that author's draft with it: both or neither. Whether there was such a
     * hold; a draft whose hold is lost is not touched.
     */
    boolean submit(Receipt receipt, String author);

    /** What somebody wrote under a lock of that resource and has not submitted. */
    Optional<Draft> draft(String resource, String author);

    /** Deletes it. Whether there was one. */
    boolean discardDraft(String resource, String author);

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

    /** All resources that any owner of that user holds or waits for. */
    List<LockView> listOfUser(String user);

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

    @Override
    void close();
}
