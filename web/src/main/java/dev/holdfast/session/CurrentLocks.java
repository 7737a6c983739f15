package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Acquires, checks and releases the locks of the {@link CurrentOwner}, on every node of a cluster. The locks outlive the request.
 * They end with {@link #release}, with the session, or when heartbeats stop. Thread-safe.
 *
 * <p>In a transaction of the database that has the locks, each call is part of the transaction: a lock is held once it commits,
 * and a rollback undoes everything. If the locks are in another store, a rollback releases what was acquired in the transaction,
 * and a release takes effect when the transaction commits.
 */
public final class CurrentLocks {
    private final Transactions transactions;
    private final OwnerLocks owners;
    private final LockCheck check;

    /** Makes the locks of an application. */
    public CurrentLocks(LockManager locks, OwnerIds ownerIds, Transactions transactions, LockMeters meters) {
        this.transactions = transactions;
        TransactionalLocks transactional = new TransactionalLocks(locks, transactions);
        this.owners = new OwnerLocks(locks, ownerIds, transactions, meters, transactional);
        this.check = new LockCheck(transactional, ownerIds);
    }

    /** Returns the locks of any owner. */
    OwnerLocks owners() {
        return owners;
    }

    /**
     * Acquires all of these resources or none, exclusively. Does not wait. Acquiring a resource again that the owner already
     * holds succeeds.
     *
     * @return the holds, in the order of the resources
     * @throws LockUnavailableException if another owner holds one; the message says who, since when and until when
     */
    public List<Hold> acquire(String... resources) {
        return acquire(LockRequest.of(resources));
    }

    /** Acquires all of these resources or none, in shared mode: other readers may hold them at the same time. */
    public List<Hold> acquireShared(String... resources) {
        return acquire(LockRequest.of(resources).mode(Mode.SHARED));
    }

    /** Acquires what is requested, with its note, time to live and mode. The owner of the request is ignored. */
    public List<Hold> acquire(LockRequest request) {
        return grant(request).holds();
    }

    /**
     * Acquires the lock, then loads the data that it protects, so that the data cannot change in between. If loading fails, the
     * lock is released: with the rollback of the transaction, or immediately if there is none.
     */
    public <T> T acquire(String resource, Callable<T> load) throws Exception {
        Grant grant = grant(LockRequest.of(resource));
        boolean loaded = false;
        try {
            T result = load.call();
            loaded = true;
            return result;
        } finally {
            if (!loaded) {
                owners.abandon(grant);
            }
        }
    }

    /** Acquires for the current owner, or throws. */
    Grant grant(LockRequest request) {
        return owners.acquire(CurrentOwner.required(), request);
    }

    /** Returns whether the current owner holds all of these resources exclusively, according to the store. */
    public boolean holds(String... resources) {
        return check.missing(known(), Mode.EXCLUSIVE, List.of(resources)) == null;
    }

    /**
     * Checks that the current owner holds all of these resources exclusively, before data is changed.
     *
     * @throws LockNotHeldException if not; nothing is acquired instead, since it may be too late for that
     */
    public void require(String... resources) {
        require(Mode.EXCLUSIVE, List.of(resources));
    }

    void require(Mode mode, List<String> resources) {
        LockCheck.Missing missing = check.missing(known(), mode, resources);
        if (missing != null) {
            throw check.refusal(missing);
        }
        if (mode == Mode.EXCLUSIVE) {
            transactions.held().addAll(resources);
        }
    }

    /** Checks the same in one trip to the store, and returns the holds by resource. */
    Map<String, Hold> required(Set<String> resources) {
        Owner owner = known();
        Map<String, Hold> held = owner == null ? Map.of() : check.held(owner, resources);
        for (String resource : resources) {
            if (!held.containsKey(resource)) {
                LockCheck.Missing now = check.missing(owner, Mode.EXCLUSIVE, List.of(resource));
                throw check.refusal(new LockCheck.Missing(
                        resource, owner, List.copyOf(resources), now == null ? null : now.view()));
            }
        }
        transactions.held().addAll(resources);
        return held;
    }

    /**
     * Writes to the database so that a late writer cannot overwrite data that was written under a later lock. The statement gets
     * the fence of the hold, stores it in the row, and has the condition {@code AND fence <= ?}.
     *
     * <pre>{@code
     * locks.fenced("policy/1", fence -> jdbc.update(
     *         "UPDATE policy SET text = ?, fence = ? WHERE id = ? AND fence <= ?", text, fence, 1, fence));
     * }</pre>
     *
     * @param update returns the number of rows that it has written
     * @throws LockNotHeldException if the current owner does not hold the lock
     * @throws StaleFenceException if no row was written
     */
    public void fenced(String resource, LongToIntFunction update) {
        Hold hold = Objects.requireNonNull(required(Set.of(resource)).get(resource));
        if (update.applyAsInt(hold.fence()) == 0) {
            throw new StaleFenceException(resource, hold.fence());
        }
    }

    /** Returns the resources that were acquired, or found to be held, in the transaction of this thread; empty without one. */
    Set<String> heldHere() {
        return transactions.held();
    }

    /**
     * Returns why the current owner lost each of these resources, in a sentence. Contains only resources that it lost.
     *
     * @param together the resources that they may have been acquired with
     */
    Map<String, String> lost(Collection<String> resources, Collection<String> together) {
        Owner owner = known();
        return owner == null || resources.isEmpty() ? Map.of() : check.lost(owner.id(), resources, together);
    }

    /** Releases these resources, after a save or a cancel. Returns whether any of them was held, as far as is known now. */
    public boolean release(String... resources) {
        Owner owner = known();
        return owner != null && owners.release(owner.id(), List.of(resources));
    }

    /** Releases all locks of the current owner, which may acquire others later. Returns whether it held any. */
    public boolean releaseAll() {
        Owner owner = known();
        return owner != null && owners.release(owner.id(), owners.held(owner.id()));
    }

    private static @Nullable Owner known() {
        OwnerSource source = CurrentOwner.source();
        return source == null ? null : source.known();
    }

    /**
     * Sends a heartbeat for all holds of the current owner. A lost hold stays lost.
     *
     * @param activity whether the user did something; false if a page is merely open
     * @return the holds after the renewal, by resource
     */
    public Map<String, Hold> renew(boolean activity) {
        Map<String, Hold> holds = new LinkedHashMap<>();
        renewals(activity)
                .forEach((resource, renewal) ->
                        holds.put(resource, renewal.hold().orElseThrow()));
        return holds;
    }

    /** Does the same, and returns the requests to hand over with each hold. */
    Map<String, Renewal> renewals(boolean activity) {
        Owner owner = known();
        return owner == null ? Map.of() : owners.renew(owner, activity);
    }
}
