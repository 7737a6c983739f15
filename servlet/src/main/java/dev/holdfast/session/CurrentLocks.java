package dev.holdfast.session;

import dev.holdfast.Grant;
import dev.holdfast.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Locks;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.Renewal;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The locks of whoever acts: takes, checks and gives them back for the {@link CurrentOwner}, on every node alike. They outlive the
 * request, and end by {@link #release}, with the session, or when no heartbeat comes any more. Thread-safe.
 *
 * <p>In a transaction of the database that has the locks, each call is part of it: what is taken counts once it commits, and a
 * rollback leaves nothing of it. If the locks are elsewhere, what was taken in a transaction is given back when it rolls back,
 * and what is given back in one goes when it commits.
 */
public final class CurrentLocks {
    private final LockManager locks;
    private final OwnerIds ownerIds;
    private final Transactions transactions;
    private final LockMeters meters;
    private final TransactionalLocks transactional;
    private final LockCheck check;

    public CurrentLocks(LockManager locks, OwnerIds ownerIds, Transactions transactions, LockMeters meters) {
        this.locks = locks;
        this.ownerIds = ownerIds;
        this.transactions = transactions;
        this.meters = meters;
        this.transactional = new TransactionalLocks(locks, transactions);
        this.check = new LockCheck(transactional, ownerIds);
    }

    /**
     * Takes all of them at once or none, for this session alone. What it has already stays its own.
     *
     * @throws LockUnavailableException if somebody else has one; the message says who, since when and until when
     */
    public List<Hold> acquire(String... resources) {
        return acquire(LockRequest.of(resources));
    }

    /** The same, side by side with others who only read. */
    public List<Hold> acquireShared(String... resources) {
        return acquire(LockRequest.of(resources).mode(Mode.SHARED));
    }

    /** The same as requested: with a note, a time to live, a mode. Whom it names as owner does not count. */
    public List<Hold> acquire(LockRequest request) {
        return taken(request).holds();
    }

    /**
     * Takes the lock, then loads what it protects, so that nobody can change it in between. If loading fails, what was taken for
     * it is given back: by the transaction that rolls back, or at once if there is none.
     */
    public <T> T acquire(String resource, Callable<T> load) throws Exception {
        Grant grant = taken(LockRequest.of(resource));
        boolean loaded = false;
        try {
            T result = load.call();
            loaded = true;
            return result;
        } finally {
            if (!loaded) {
                abandon(grant);
            }
        }
    }

    /** Work that failed needs what was taken for it no more. A transaction that rolls back says so by itself. */
    void abandon(Grant grant) {
        if (!transactions.open()) {
            releaseNew(grant);
        }
    }

    /** What it was taken for is not there: nobody needs it, in a transaction that goes on neither. */
    void undo(Grant grant) {
        begun(grant, (owner, resource) -> release(owner, List.of(resource)));
    }

    /** What was granted, or an exception. */
    Grant taken(LockRequest request) {
        return taken(CurrentOwner.required(), request);
    }

    Grant taken(OwnerSource source, LockRequest request) {
        Owner owner = source.taking();
        LockRequest own = request.owner(owner).receipt(ownerIds.receipt(owner.id(), request.resources()));
        Grant grant = transactional.within(now -> granted(now, own));
        if (!grant.granted()) {
            meters.refused(grant.refusals());
            throw new LockUnavailableException(grant.refusals());
        }
        if (!source.lives()) {
            transactional.within(now -> now.release(grant.receipts()));
            throw new LockUnavailableException(ended(request, grant));
        }
        meters.acquired(owner.id(), grant);
        if (request.mode() == Mode.EXCLUSIVE) {
            transactions.held().addAll(request.resources());
        }
        if (transactions.apart()) {
            transactions.onRollback(() -> releaseNew(grant));
        }
        return grant;
    }

    private static Grant granted(Locks now, LockRequest request) {
        try {
            return now.grant(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a lock was taken; it was not.", e);
        }
    }

    /** The session ended while it was asked for, and nobody would release it any more. */
    private static List<Refusal> ended(LockRequest request, Grant grant) {
        return List.of(
                new Refusal(request.resources().get(0), Outcome.Reason.OWNER_ENDED, List.of(), null, grant.asOf()));
    }

    /** Gives back what that grant began, and leaves what the owner had before. */
    private void releaseNew(Grant grant) {
        begun(grant, (owner, resource) -> {
            locks.release(resource, owner);
            meters.released(owner, List.of(resource));
        });
    }

    private static void begun(Grant grant, BiConsumer<String, String> ofOwnerAndResource) {
        for (int i = 0; i < grant.holds().size(); i++) {
            Hold hold = grant.holds().get(i);
            if (hold.since().equals(grant.asOf())) {
                ofOwnerAndResource.accept(
                        hold.owner().id(), grant.receipts().get(i).resource());
            }
        }
    }

    /** Whether whoever acts has all of them for itself alone, by the store's word. */
    public boolean holds(String... resources) {
        return check.missing(known(), Mode.EXCLUSIVE, List.of(resources)) == null;
    }

    /**
     * Makes sure that whoever acts has all of them for itself alone, before something is changed.
     *
     * @throws LockNotHeldException if not; nothing is taken instead, since it may be too late for that
     */
    public void require(String... resources) {
        require(Mode.EXCLUSIVE, List.of(resources));
    }

    void require(Mode mode, List<String> resources) {
        LockCheck.Missing missing = check.missing(known(), mode, resources);
        if (missing != null) {
            throw refused(missing);
        }
        if (mode == Mode.EXCLUSIVE) {
            transactions.held().addAll(resources);
        }
    }

    /** The same, and what is held, by resource. One trip, however they were taken. */
    Map<String, Hold> required(Set<String> resources) {
        Owner owner = known();
        Map<String, Hold> held = owner == null ? Map.of() : check.held(owner, resources);
        for (String resource : resources) {
            if (!held.containsKey(resource)) {
                LockCheck.Missing now = check.missing(owner, Mode.EXCLUSIVE, List.of(resource));
                throw refused(new LockCheck.Missing(
                        resource, owner, List.copyOf(resources), now == null ? null : now.view()));
            }
        }
        transactions.held().addAll(resources);
        return held;
    }

    /**
     * Writes something in the database so that a late writer cannot undo what was written under a later lock: the statement
     * gets the fence of the hold, keeps it in the row, and has the condition {@code AND fence <= ?}.
     *
     * <pre>{@code
     * locks.fenced("policy/1", fence -> jdbc.update(
     *         "UPDATE policy SET text = ?, fence = ? WHERE id = ? AND fence <= ?", text, fence, 1, fence));
     * }</pre>
     *
     * @param update answers how many rows it has written
     * @throws LockNotHeldException if whoever acts does not have the lock
     * @throws StaleFenceException if no row was written
     */
    public void fenced(String resource, LongToIntFunction update) {
        Hold hold = Objects.requireNonNull(required(Set.of(resource)).get(resource));
        if (update.applyAsInt(hold.fence()) == 0) {
            throw new StaleFenceException(resource, hold.fence());
        }
    }

    private LockNotHeldException refused(LockCheck.Missing missing) {
        return new LockNotHeldException(missing.resource(), check.sentence(missing));
    }

    /** What was taken, or found to be held, in the transaction of this thread; empty if there is none. */
    Set<String> heldHere() {
        return transactions.held();
    }

    /**
     * Returns why the owner that acts lost each of them, in a sentence; those that it did not lose are missing.
     *
     * @param together what they may have been taken with
     */
    Map<String, String> lost(Collection<String> resources, Collection<String> together) {
        Owner owner = known();
        return owner == null || resources.isEmpty() ? Map.of() : check.lost(owner.id(), resources, together);
    }

    /** One as it is, in the transaction if there is one. */
    LockView look(String resource) {
        return transactional.within(now -> now.look(resource));
    }

    /** Gives them back: saved, or cancelled. Whether there was any to give back, as far as that is known now. */
    public boolean release(String... resources) {
        Owner owner = known();
        return owner != null && release(owner.id(), List.of(resources));
    }

    /** Gives back all that whoever acts has; it may take others later. */
    public boolean releaseAll() {
        Owner owner = known();
        return owner != null && release(owner.id(), held(owner.id()));
    }

    private static @Nullable Owner known() {
        OwnerSource source = CurrentOwner.source();
        return source == null ? null : source.known();
    }

    boolean release(String owner, List<String> resources) {
        transactions.settle();
        transactions.held().removeAll(resources);
        if (transactions.apart()) {
            transactions.onCommit(() -> releaseNow(owner, resources));
            return true;
        }
        return releaseNow(owner, resources);
    }

    private boolean releaseNow(String owner, List<String> resources) {
        List<String> released = transactional.within(now -> resources.stream()
                .filter(resource -> now.release(resource, owner))
                .toList());
        meters.released(owner, released);
        return !released.isEmpty();
    }

    /** All that an owner has. */
    List<String> held(String owner) {
        return transactional.within(now -> now.listOf(owner)).stream()
                .filter(view -> LockCheck.hold(view, owner).isPresent())
                .map(LockView::resource)
                .toList();
    }

    /**
     * Gives a sign of life for all that whoever acts has. What is lost stays lost.
     *
     * @param activity whether somebody did something, or only is there
     * @return the holds as they are then, by resource
     */
    public Map<String, Hold> renew(boolean activity) {
        Owner owner = known();
        if (owner == null) {
            return Map.of();
        }
        List<Receipt> receipts = new ArrayList<>();
        OwnerIds.Keys keys = ownerIds.keys(owner.id());
        for (LockView view : locks.listOf(owner.id())) {
            LockCheck.hold(view, owner.id())
                    .map(hold -> keys.renewing(view.resource(), hold.entries()))
                    .filter(Objects::nonNull)
                    .ifPresent(receipts::add);
        }
        if (receipts.isEmpty()) {
            return Map.of();
        }
        Map<String, Hold> renewed = new LinkedHashMap<>();
        List<Heartbeat> heartbeats = receipts.stream()
                .map(receipt -> Heartbeat.of(receipt, activity))
                .toList();
        List<Renewal> answers = locks.renew(heartbeats);
        for (int i = 0; i < heartbeats.size(); i++) {
            String resource = receipts.get(i).resource();
            answers.get(i).hold().ifPresent(hold -> renewed.put(resource, hold));
        }
        return renewed;
    }
}
