package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** Acquires, renews and releases the locks of any owner, as part of the transaction of the thread. Thread-safe. */
record OwnerLocks(
        LockManager locks,
        OwnerIds ownerIds,
        Transactions transactions,
        LockMeters meters,
        TransactionalLocks transactional) {
    /** @throws LockUnavailableException if one of them is not granted, or the session has ended in the meantime */
    Grant acquire(OwnerSource source, LockRequest request) {
        requireNotSuspended(request.resources());
        Owner owner = source.taking();
        LockRequest own = request.owner(owner).receipt(ownerIds.receipt(owner.id(), request.resources()));
        Grant grant = meters.acquiring(
                own.resources(), Grant::refusals, () -> transactional.within(now -> granted(now, own)));
        if (!grant.granted()) {
            meters.refused(grant.refusals());
            throw new LockUnavailableException(grant.refusals());
        }
        if (!source.lives()) {
            // The end of the session came first, and would not release these locks any more.
            transactional.within(now -> now.holds().release(grant.receipts()));
            throw new LockUnavailableException(ended(request, grant));
        }
        meters.acquired(owner.id(), grant);
        transactions.changed().addAll(request.resources());
        if (request.mode() == Mode.EXCLUSIVE) {
            transactions.held().addAll(request.resources());
        }
        if (transactions.apart()) {
            transactions.onRollback(() -> releaseNew(grant));
        }
        return grant;
    }

    /** The inner transaction would wait for the outer one, which waits for the inner one. */
    private void requireNotSuspended(List<String> resources) {
        for (String resource : resources) {
            if (transactions.suspended().contains(resource)) {
                throw new IllegalStateException(resource
                        + " was acquired or released by the outer transaction of this thread, which is suspended"
                        + " (REQUIRES_NEW). So the inner transaction cannot change it. Acquire it before the outer"
                        + " transaction begins, or in one of the two only.");
            }
        }
    }

    private static Grant granted(LockManager now, LockRequest request) {
        try {
            return now.holds().grant(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted, so no lock was acquired.", e);
        }
    }

    private static List<Refusal> ended(LockRequest request, Grant grant) {
        return List.of(
                new Refusal(request.resources().get(0), Refusal.Reason.OWNER_ENDED, List.of(), null, grant.asOf()));
    }

    /** Releases the new locks of a grant after work that failed. A transaction that rolls back does so by itself. */
    void abandon(Grant grant) {
        if (!transactions.open()) {
            releaseNew(grant);
        }
    }

    /** Releases the new locks of a grant, also in a transaction that goes on: there was nothing to load under them. */
    void undo(Grant grant) {
        forEachNew(grant, (owner, resource) -> release(owner, List.of(resource)));
    }

    /** Releases the locks that began with this grant, and keeps those that the owner had before. */
    private void releaseNew(Grant grant) {
        forEachNew(grant, (owner, resource) -> {
            locks.holds().release(resource, owner);
            meters.released(owner, List.of(resource));
        });
    }

    private static void forEachNew(Grant grant, BiConsumer<String, String> ofOwnerAndResource) {
        for (int i = 0; i < grant.holds().size(); i++) {
            Hold hold = grant.holds().get(i);
            if (hold.since().equals(grant.asOf())) {
                ofOwnerAndResource.accept(
                        hold.owner().id(), grant.receipts().get(i).resource());
            }
        }
    }

    /** Releases locks; after the commit, if the locks are not in the database of the transaction. Returns whether any was held. */
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
        requireNotSuspended(resources);
        transactions.changed().addAll(resources);
        List<String> released = transactional.within(now -> resources.stream()
                .filter(resource -> now.holds().release(resource, owner))
                .toList());
        meters.released(owner, released);
        return !released.isEmpty();
    }

    /** Returns the names of all resources that an owner holds. */
    List<String> held(String owner) {
        return transactional.within(now -> now.holds().listByOwner(owner)).stream()
                .filter(view -> LockCheck.hold(view, owner).isPresent())
                .map(LockView::resource)
                .toList();
    }

    /** Returns the current state of a lock. */
    LockView look(String resource) {
        return transactional.within(now -> now.view(resource));
    }

    /** Renews all holds of an owner, bound to its processes as before. Returns those that still exist, by resource. */
    Map<String, Renewal> renew(Owner owner, boolean activity) {
        List<Receipt> receipts = receipts(owner.id());
        if (receipts.isEmpty()) {
            return Map.of();
        }
        Map<String, Renewal> renewed = new LinkedHashMap<>();
        List<Heartbeat> heartbeats = receipts.stream()
                .map(receipt -> new Heartbeat(receipt, activity, owner.processes()))
                .toList();
        List<Renewal> answers = locks.holds().renew(heartbeats);
        for (int i = 0; i < heartbeats.size(); i++) {
            if (answers.get(i).hold().isPresent()) {
                renewed.put(receipts.get(i).resource(), answers.get(i));
            }
        }
        return renewed;
    }

    private List<Receipt> receipts(String owner) {
        List<Receipt> receipts = new ArrayList<>();
        OwnerIds.Keys keys = ownerIds.keys(owner);
        for (LockView view : locks.holds().listByOwner(owner)) {
            LockCheck.hold(view, owner)
                    .map(hold -> keys.renewing(view.resource(), hold.entries()))
                    .filter(Objects::nonNull)
                    .ifPresent(receipts::add);
        }
        return receipts;
    }
}
