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
 * The operations on locks, without handles. A {@link LockManager} adds handles that keep holds alive, over a store or through a
 * server. Every method may block. Thread-safe.
 *
 * <p>Every method may throw a {@link dev.holdfast.store.StoreException}: the store could not be reached or written, and nothing
 * was changed. If it is an {@link dev.holdfast.store.OutcomeUnknownException}, the outcome of the change could not be found
 * out.
 */
public interface Locks extends AutoCloseable {

    /**
     * Acquires as requested, and waits if the request says so. It gives no handle: only {@link #renew} keeps the holds alive,
     * and only {@link #release} or time ends them.
     *
     * @return the holds, or the reasons for the refusal
     */
    Grant grant(LockRequest request) throws InterruptedException;

    /**
     * Sends heartbeats for several holds, in as few round trips as possible.
     *
     * @return the result of each, in their order
     */
    List<Renewal> renew(List<Heartbeat> heartbeats);

    /**
     * Sends a heartbeat for a hold from elsewhere.
     *
     * @return the hold as it is then, or empty if it is lost; {@link #loss} returns the reason
     */
    default Optional<Hold> renew(Receipt receipt, boolean activity) {
        return renew(List.of(Heartbeat.of(receipt, activity))).get(0).hold();
    }

    /**
     * Returns those holds as they are at one moment, with one round trip and without a heartbeat; empty for each that is lost
     * or over.
     */
    List<Optional<Hold>> holds(List<Receipt> receipts);

    /**
     * Releases one hold. Harmless when repeated.
     *
     * @return whether there was such a hold
     */
    default boolean release(Receipt receipt) {
        return release(List.of(receipt));
    }

    /**
     * Releases several holds in one step. Harmless when repeated.
     *
     * @return whether there was any of them
     */
    boolean release(Collection<Receipt> receipts);

    /**
     * Releases one hold whose work is done and deletes that author's draft: both or neither. The draft stays if the hold is
     * lost.
     *
     * @return whether there was such a hold
     */
    boolean submit(Receipt receipt, String author);

    /** Returns the text that an author wrote under a lock of that resource and has not submitted. */
    Optional<Draft> draft(String resource, String author);

    /** Deletes it. Whether there was one. */
    boolean discardDraft(String resource, String author);

    /**
     * Releases the hold of an owner on a resource.
     *
     * @return whether there was such a hold
     */
    boolean release(String resource, String ownerId);

    /**
     * Ends an owner: releases all its holds, withdraws its waiting requests, and refuses its later requests, even those that
     * are already on their way.
     *
     * @return how many holds were released
     */
    int releaseAll(String ownerId);

    /**
     * Ends every hold on a resource, on behalf of an actor other than the holder.
     *
     * @return the holds that were ended
     */
    List<Hold> forceRelease(String resource, String actor, String reason);

    /**
     * Ends every hold on every resource, on behalf of an actor that is sure that no work is going on.
     *
     * @return how many holds were ended
     */
    int clear(String actor);

    /** Returns why a hold was lost, if it was. The reason is remembered for a day. */
    Optional<Loss> loss(Receipt receipt);

    /** Returns one resource with its holders, their times and its queue. */
    LockView look(String resource);

    /** Returns all resources with a name of that prefix that are held or waited for, in the order of their names. */
    List<LockView> list(String prefix);

    /** Returns all resources that an owner holds or waits for. */
    List<LockView> listOf(String ownerId);

    /** Returns all resources that any owner of that user holds or waits for. */
    List<LockView> listOfUser(String user);

    /** Returns whether the hold with that fencing token is the one that counts now. */
    boolean verifyFence(String resource, long fence);

    /** Returns past events, newest first. */
    List<PastEvent> history(HistoryQuery query);

    /**
     * Tells of every change of resources with a name of that prefix: first all as they are, then each that changed, as it is
     * then. States in between may be skipped, the last one never. The listener is called by one thread at a time.
     */
    Subscription listen(String prefix, Consumer<LockView> listener);

    /**
     * Removes holds and waiting requests that are over, and announces their end. No acquire depends on it, since what is over
     * counts as free.
     *
     * @return how many resources were tidied
     */
    int sweep();

    /** Returns warnings about the state of the store, in sentences for people. Each is returned once per process. */
    List<String> warnings();

    /** Returns the policy of a resource: how long a hold lasts, and whether a request may wait. */
    Policy policy(String resource);

    /** Returns the properties of the store. Never fails. */
    StoreTraits traits();

    @Override
    void close();
}
