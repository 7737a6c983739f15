package dev.holdfast.spring;

import dev.holdfast.Grant;
import dev.holdfast.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Locks;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
    private final OwnerSeal seal;
    private final Transactions transactions;
    private final LockMeters meters;

    CurrentLocks(LockManager locks, OwnerSeal seal, Transactions transactions, LockMeters meters) {
        this.locks = locks;
        this.seal = seal;
        this.transactions = transactions;
        this.meters = meters;
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
            giveBackNew(grant);
        }
    }

    /** What was granted, or an exception. */
    Grant taken(LockRequest request) {
        return taken(CurrentOwner.required(), request);
    }

    Grant taken(OwnerSource source, LockRequest request) {
        Owner owner = source.taking();
        LockRequest own = request.owner(owner).receipt(seal.receipt(owner.id(), request.resources()));
        Grant grant = within(now -> granted(now, own));
        if (!grant.granted()) {
            meters.refused(grant.refusals());
            throw new LockUnavailableException(grant.refusals());
        }
        if (!source.lives()) {
            within(now -> now.release(grant.receipts()));
            throw new LockUnavailableException(ended(request, grant));
        }
        meters.acquired(owner.id(), grant);
        if (transactions.apart()) {
            transactions.onRollback(() -> giveBackNew(grant));
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
    private void giveBackNew(Grant grant) {
        for (int i = 0; i < grant.holds().size(); i++) {
            Hold hold = grant.holds().get(i);
            if (hold.since().equals(grant.asOf())) {
                String owner = hold.owner().id();
                String resource = grant.receipts().get(i).resource();
                locks.release(resource, owner);
                meters.released(owner, List.of(resource));
            }
        }
    }

    /** Whether whoever acts has all of them for itself alone, by the store's word. */
    public boolean holds(String... resources) {
        return missing(Mode.EXCLUSIVE, Arrays.asList(resources)) == null;
    }

    /**
     * Makes sure that whoever acts has all of them for itself alone, before something is changed.
     *
     * @throws LockNotHeldException if not; nothing is taken instead, since it may be too late for that
     */
    public void require(String... resources) {
        require(Mode.EXCLUSIVE, Arrays.asList(resources));
    }

    void require(Mode mode, List<String> resources) {
        Missing missing = missing(mode, resources);
        if (missing != null) {
            throw new LockNotHeldException(missing.resource(), sentence(missing));
        }
    }

    private String sentence(Missing missing) {
        String resource = missing.resource();
        String call =
                "call CurrentLocks.acquire(\"" + resource + "\"), or a method with @AcquiresLock, when editing begins.";
        Owner owner = missing.owner();
        String lost = owner == null ? null : lost(owner.id(), resource);
        if (lost != null) {
            return lost + " Nothing was changed: load it again, and " + call;
        }
        return resource + " is about to be changed without its lock: " + call
                + (missing.view() == null || missing.view().free() ? "" : " " + sentence(missing.view()));
    }

    private String sentence(LockView view) {
        List<Outcome.Judged> holders = view.holds().stream()
                .filter(judged -> !judged.verdict().ended())
                .toList();
        return Refusals.sentence(new Refusal(view.resource(), Outcome.Reason.HELD, holders, null, view.asOf()), locks);
    }

    /** Why that owner lost it, in a sentence; null if it did not. */
    @Nullable
    String lost(String owner, String resource) {
        return within(now -> now.loss(seal.receipt(owner, List.of(resource))))
                .map(loss -> Refusals.sentence(loss, locks))
                .orElse(null);
    }

    /**
     * One that is not held.
     *
     * @param owner who acts, or null for nobody
     * @param view how it is instead, if that was seen
     */
    private record Missing(
            String resource,
            @Nullable Owner owner,
            @Nullable LockView view) {}

    /** Looks once if nothing is missing. */
    private @Nullable Missing missing(Mode mode, List<String> resources) {
        Owner owner = known();
        if (owner == null) {
            return new Missing(resources.get(0), null, null);
        }
        if (resources.size() == 1) {
            LockView view = within(now -> now.look(resources.get(0)));
            return holds(view, owner, mode) ? null : new Missing(view.resource(), owner, view);
        }
        if (within(now -> holdsAll(now, owner, mode, resources))) {
            return null;
        }
        Map<String, LockView> views = new LinkedHashMap<>();
        within(now -> now.listOf(owner.id())).forEach(view -> views.put(view.resource(), view));
        for (String resource : resources) {
            LockView view = views.get(resource);
            if (view == null || !holds(view, owner, mode)) {
                return new Missing(resource, owner, null);
            }
        }
        return null;
    }

    /** In one trip, if each was taken by itself or all of them together. */
    private boolean holdsAll(Locks now, Owner owner, Mode mode, List<String> resources) {
        Receipt together = seal.receipt(owner.id(), resources);
        List<Receipt> receipts = new ArrayList<>();
        for (String resource : resources) {
            receipts.add(together.on(resource));
            receipts.add(seal.receipt(owner.id(), List.of(resource)));
        }
        List<Optional<Hold>> found = now.holds(receipts);
        for (int i = 0; i < found.size(); i += 2) {
            Optional<Hold> hold = found.get(i).isPresent() ? found.get(i) : found.get(i + 1);
            if (hold.isEmpty() || !serves(hold.get(), mode)) {
                return false;
            }
        }
        return true;
    }

    private static boolean serves(Hold hold, Mode mode) {
        return mode == Mode.SHARED || hold.mode() == Mode.EXCLUSIVE;
    }

    private static boolean holds(LockView view, Owner owner, Mode mode) {
        return hold(view, owner.id()).filter(hold -> serves(hold, mode)).isPresent();
    }

    private static Optional<Hold> hold(LockView view, String owner) {
        return view.holds().stream()
                .filter(judged -> !judged.verdict().ended())
                .map(Outcome.Judged::hold)
                .filter(hold -> hold.owner().id().equals(owner))
                .findFirst();
    }

    /** One as it is, in the transaction if there is one. */
    LockView look(String resource) {
        return within(now -> now.look(resource));
    }

    /** Gives them back: saved, or cancelled. Whether there was any to give back, as far as that is known now. */
    public boolean release(String... resources) {
        Owner owner = known();
        return owner != null && release(owner.id(), Arrays.asList(resources));
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
        if (transactions.apart()) {
            transactions.onCommit(() -> releaseNow(owner, resources));
            return true;
        }
        return releaseNow(owner, resources);
    }

    private boolean releaseNow(String owner, List<String> resources) {
        List<String> released = within(now -> resources.stream()
                .filter(resource -> now.release(resource, owner))
                .toList());
        meters.released(owner, released);
        return !released.isEmpty();
    }

    /** All that an owner has. */
    List<String> held(String owner) {
        return within(now -> now.listOf(owner)).stream()
                .filter(view -> hold(view, owner).isPresent())
                .map(LockView::resource)
                .toList();
    }

    /**
     * Gives a sign of life for all that whoever acts has. What is lost stays lost.
     *
     * @return the holds as they are then, by resource
     */
    public Map<String, Hold> renew() {
        Owner owner = known();
        if (owner == null) {
            return Map.of();
        }
        List<Receipt> receipts = new ArrayList<>();
        for (LockView view : locks.listOf(owner.id())) {
            hold(view, owner.id())
                    .map(hold -> seal.renewing(owner.id(), view.resource(), hold.entries()))
                    .filter(Objects::nonNull)
                    .ifPresent(receipts::add);
        }
        if (receipts.isEmpty()) {
            return Map.of();
        }
        Map<String, Hold> renewed = new LinkedHashMap<>();
        List<Heartbeat> beats =
                receipts.stream().map(receipt -> Heartbeat.of(receipt, true)).toList();
        var answers = locks.renew(beats);
        for (int i = 0; i < beats.size(); i++) {
            String resource = receipts.get(i).resource();
            answers.get(i).hold().ifPresent(hold -> renewed.put(resource, hold));
        }
        return renewed;
    }

    /** In the transaction, if there is one in which the locks are; else by themselves. */
    private <T> T within(Function<Locks, T> work) {
        try (LockManager joined = transactions.joined()) {
            return work.apply(joined == null ? locks : joined);
        }
    }
}
