package dev.holdfast.simulation.world;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.Requests.Asked;
import dev.holdfast.StoreException;
import dev.holdfast.simulation.Hooks;
import dev.holdfast.simulation.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One thread of a program that acquires, works and releases, as the seed has it. */
final class Caller implements Runnable {
    /** Closing takes a few trips, and waits for no caller that waits. */
    private static final long CLOSED_WITHIN = 2_000_000_000L;

    private final Scheduler scheduler;
    private final Settings settings;
    private final Judge judge;
    private final Machine machine;
    private final Yard yard;
    private final String name;
    private final IdentityHashMap<LockHandle, Belief> believed = new IdentityHashMap<>();
    private int made;

    Caller(Scheduler scheduler, Settings settings, Judge judge, Machine machine, Yard yard, String name) {
        this.scheduler = scheduler;
        this.settings = settings;
        this.judge = judge;
        this.machine = machine;
        this.yard = yard;
        this.name = name;
    }

    @Override
    public void run() {
        for (int round = 0; round < settings.rounds; round++) {
            Settings.Work work = settings.works.get(scheduler.random(settings.works.size()));
            try {
                scheduler.note(() -> "begins " + work);
                act(work);
            } catch (StoreException | LockLostException e) {
                scheduler.note(() -> work + " failed: " + e);
            } catch (IllegalStateException e) {
                requireClosed(e);
                scheduler.note(() -> work + " was cut short: " + e);
            } catch (InterruptedException e) {
                throw new IllegalStateException("No thread interrupts here.", e);
            }
            scheduler.sleep(settings.rest(scheduler));
        }
    }

    /** Checks that the manager was closed: only then may it, or a handle of it, refuse a call. */
    private static void requireClosed(IllegalStateException refusal) {
        if (!String.valueOf(refusal.getMessage()).contains("closed")) {
            throw refusal;
        }
    }

    /** Closes the manager beneath its other callers: none of them leaves anything behind. */
    private void close() {
        if (!settings.calm() || scheduler.stalls()) {
            return; // What cannot reach the store in time may stay.
        }
        long begin = scheduler.now();
        machine.reopen();
        if (scheduler.now() - begin >= CLOSED_WITHIN) {
            scheduler.fail("Closing the manager of " + machine + " took " + (scheduler.now() - begin) / 1_000_000
                    + " ms although nothing was wrong.");
        }
        scheduler.sleep(10_000_000);
        settings.resources.forEach(yard::checkQueue);
    }

    private void act(Settings.Work work) throws InterruptedException {
        switch (work) {
            case TRY -> hold(mayBeUnnamed(LockRequest.of(resource())));
            case WAIT -> hold(waiting(LockRequest.of(resource()).owner(owner())));
            case SEVERAL -> hold(several());
            case SHARED ->
                hold(waiting(LockRequest.of(resource()).owner(owner()).mode(Mode.SHARED)));
            case ASYNC -> async();
            case FORCE -> machine.manager().admin().forceRelease(resource(), "admin", "test");
            case END_OWNER -> endOwner();
            case SWEEP -> machine.manager().admin().sweep();
            case UPGRADE -> upgrade();
            case REENTER -> reenter();
            case MOVE -> move();
            case TAKE_OVER -> hold(LockRequest.of(resource()).owner(owner()).takeover("test"));
            case CLOSE -> close();
            case ASK ->
                new Asker(this, scheduler, settings, judge, machine, yard)
                        .ask(LockRequest.of(resource()).owner(owner()));
        }
    }

    private String resource() {
        return settings.resources.get(scheduler.random(settings.resources.size()));
    }

    private LockRequest several() {
        Set<String> resources = new TreeSet<>();
        Set<String> scopes = new TreeSet<>();
        for (String resource : settings.resources) {
            boolean first = !resource.startsWith("scene/") || scopes.add(resource.substring(0, 7));
            if (first && !scheduler.oneIn(4)) {
                resources.add(resource);
            }
        }
        if (resources.isEmpty()) {
            resources.add(resource());
        }
        LockRequest request = LockRequest.of(resources).owner(owner());
        return scheduler.oneIn(2) ? request : waiting(request);
    }

    LockRequest waiting(LockRequest request) {
        boolean allowed = request.resources().stream()
                .allMatch(resource ->
                        settings.policies.forResource(resource).waiting().allowed());
        return allowed ? request.timeout(Duration.ofNanos(patience())) : request;
    }

    /** Returns how many nanoseconds to wait. Some callers give up at the same moment as others. */
    private long patience() {
        long patience = scheduler.random(100, settings.longestWait()) * 1_000_000L;
        long pastSecond = (scheduler.now() + patience) % 1_000_000_000L;
        return scheduler.oneIn(3) ? patience + 1_000_000_000L - pastSecond : patience;
    }

    /** Returns an owner of this caller's own, or one that several callers share, as the tabs of one session do. */
    private Owner owner() {
        String user = "user-" + scheduler.random(2);
        Owner owner = settings.theme == Settings.Theme.SESSION || scheduler.oneIn(3)
                ? Owner.of("session-" + scheduler.random(settings.sessions)).user(user)
                : Owner.of(name + "-" + ++made).user(user);
        boolean bound = !owner.id().startsWith("session") && !scheduler.oneIn(3);
        return bound || resourcesNeedProcess()
                ? owner.bound(List.of(SimulatedProcesses.here().idOf(machine.program)))
                : owner;
    }

    /** Returns the request with an owner, or without: then the manager makes one for it alone. */
    private LockRequest mayBeUnnamed(LockRequest request) {
        return settings.theme == Settings.Theme.CROWD || scheduler.oneIn(5) ? request : request.owner(owner());
    }

    private boolean resourcesNeedProcess() {
        return settings.resources.stream().anyMatch(resource -> resource.startsWith("job/"));
    }

    private void hold(LockRequest request) throws InterruptedException {
        boolean again = scheduler.oneIn(3);
        try {
            LockHandle handle = acquire(request);
            if (handle != null) {
                work(handle);
            }
        } finally {
            // The same owner comes back, also after a loss.
            if (again) {
                LockHandle handle = acquire(request);
                if (handle != null) {
                    work(handle);
                }
            }
        }
    }

    @Nullable
    LockHandle acquire(LockRequest wanted) throws InterruptedException {
        LockRequest request = wanted.receipt() == null ? withReceipt(wanted) : wanted;
        long asked = scheduler.now();
        try {
            LockHandle handle = tryAcquire(request, asked);
            return handle == null && asksAgain(request) ? tryAcquire(request, asked) : handle;
        } catch (StoreException e) {
            if (request.receipt() == null) {
                throw e;
            }
            // What is left of it is its caller's own: it finds it when it asks again.
            try {
                return tryAcquire(request, asked);
            } catch (StoreException again) {
                try (Yard.Stay stay = yard.stays(ownerOf(request))) {
                    stay.forEver();
                }
                throw again;
            }
        }
    }

    /** Returns the request, with a receipt that its caller made if this is one of those that may ask again. */
    private LockRequest withReceipt(LockRequest request) {
        return scheduler.oneIn(3)
                ? request.receipt(Receipt.create(request.resources().get(0)))
                : request;
    }

    private boolean asksAgain(LockRequest request) {
        return request.receipt() != null && scheduler.oneIn(3);
    }

    private static String ownerOf(LockRequest request) {
        return request.owner() == null ? "" : request.owner().id();
    }

    /** @param asked when it was first asked for under this receipt: a repetition may find what was granted since then */
    private @Nullable LockHandle tryAcquire(LockRequest request, long asked) throws InterruptedException {
        long before = scheduler.now();
        String owner = ownerOf(request);
        Judge.Wish wish = request.timeout().isZero()
                ? null
                : new Judge.Wish(machine, request.resources(), owner, request.receipt(), before);
        if (wish != null) {
            judge.waits(wish);
        }
        Acquisition acquisition;
        yard.wants(owner);
        try {
            acquisition = machine.manager().tryAcquire(request);
        } finally {
            yard.wantsNoMore(owner);
            if (wish != null) {
                judge.waitsNoMore(wish);
            }
        }
        LockHandle handle = acquisition.handle().orElse(null);
        if (handle == null) {
            refused(request, acquisition.refusals(), before);
            return null;
        }
        believe(handle, request.mode(), request.owner() == null ? unnamed(handle) : owner, asked);
        return handle;
    }

    /** Returns the owner that the manager made for a request without one. */
    private String unnamed(LockHandle handle) {
        String owner = handle.holds().get(0).owner().id();
        if (!yard.isNew(owner)) {
            scheduler.fail(handle.resources() + " was granted to two requests that named no owner.");
        }
        return owner;
    }

    private void refused(LockRequest request, List<Refusal> refusals, long asked) {
        scheduler.note(() ->
                "is refused " + request.resources() + ": " + refusals.get(0).reason());
        for (Refusal refusal : refusals) {
            judge.named(refusal);
            if (refusal.reason() == Refusal.Reason.BUSY) {
                judge.refusedAsBusy(request.resources(), asked);
            }
            if (refusal.reason() == Refusal.Reason.HELD || refusal.reason() == Refusal.Reason.QUEUE) {
                judge.refused(refusal.resource(), asked);
                if (settings.calm() && !scheduler.stalls()) {
                    yard.checkQueue(refusal.resource());
                }
            }
        }
    }

    private Belief believe(LockHandle handle, Mode mode, String owner, long before) {
        Map<String, Long> fences = new HashMap<>();
        handle.resources().forEach(resource -> fences.put(resource, handle.fence(resource)));
        scheduler.note(() -> owner + " holds " + fences);
        Belief belief = new Belief(machine, owner, mode, fences, before, true, handle::isHeld);
        believed.put(handle, belief);
        scheduler.atomically(() -> judge.believes(belief));
        handle.onLoss(loss -> scheduler.atomically(() -> {
            scheduler.note(() -> owner + " lost " + fences + ": " + loss);
            judge.lost(belief);
        }));
        return belief;
    }

    void work(LockHandle handle) {
        work(handle, Answers.of(handle, scheduler, settings, judge));
    }

    private void work(LockHandle handle, Answers answers) {
        // If the store cannot be reached, the manager goes on trying to release.
        try (handle) {
            pause();
            answers.saveWords();
            if (answers.give()) {
                pause();
            }
            if (scheduler.oneIn(4)) {
                handle.heartbeat();
                pause();
            }
        }
        Belief belief = believed.remove(handle);
        if (belief != null) {
            judge.forget(belief);
        }
    }

    void pause() {
        scheduler.sleep(settings.pause(scheduler));
    }

    /** Acquires shared first. Then exclusive for the same owner, which is refused and leaves nothing behind; or upgrades. */
    private void upgrade() throws InterruptedException {
        LockRequest shared = LockRequest.of(resource()).owner(owner()).mode(Mode.SHARED);
        LockHandle handle = acquire(shared);
        if (handle == null) {
            return;
        }
        Answers answers = Answers.of(handle, scheduler, settings, judge);
        try {
            if (scheduler.oneIn(3)) {
                hold(waiting(shared.mode(Mode.EXCLUSIVE)));
            } else {
                if (scheduler.oneIn(2)) {
                    pause();
                    answers.give();
                }
                upgrade(handle);
            }
        } finally {
            work(handle, answers);
        }
    }

    /** Upgrades the hold of a handle, or asks other holders to leave. */
    private void upgrade(LockHandle handle) {
        Belief reading = believed.get(handle);
        if (reading != null) {
            reading.upgrades();
        }
        if (isUpgraded(handle) || scheduler.oneIn(2)) {
            return;
        }
        Asked asked = machine.manager()
                .holds()
                .requests()
                .ask(
                        LockRequest.of(handle.resources())
                                .owner(handle.holds().get(0).owner())
                                .receipt(handle.receipts().get(0)),
                        "alone");
        scheduler.note(() -> "asks " + asked.requests().size() + " others to leave: " + asked.refusal());
        pause();
        isUpgraded(handle);
    }

    private boolean isUpgraded(LockHandle handle) {
        long before = scheduler.now();
        Refusal refusal = handle.tryUpgrade().orElse(null);
        scheduler.note(() -> "upgrades " + handle.resources() + ": " + (refusal == null ? "done" : refusal.reason()));
        Belief shared = believed.get(handle);
        if (refusal != null || shared == null) {
            return refusal == null;
        }
        Map<String, Long> fences = new HashMap<>();
        handle.resources().forEach(resource -> fences.put(resource, handle.fence(resource)));
        Belief alone = new Belief(machine, shared.owner, Mode.EXCLUSIVE, fences, before, true, handle::isHeld);
        alone.continues(shared);
        believed.put(handle, alone);
        scheduler.atomically(() -> {
            shared.revoke(scheduler.now());
            judge.forget(shared);
            judge.believes(alone);
        });
        handle.onLoss(loss -> scheduler.atomically(() -> judge.lost(alone)));
        return true;
    }

    private void reenter() throws InterruptedException {
        LockRequest request = LockRequest.of(resource()).owner(owner());
        LockHandle handle = acquire(request);
        if (handle != null) {
            try {
                hold(request);
            } finally {
                work(handle);
            }
        }
    }

    /** Detaches, and attaches again a little later. */
    private void move() throws InterruptedException {
        LockRequest request = LockRequest.of(resource()).owner(owner());
        LockHandle handle = acquire(request);
        if (handle == null) {
            return;
        }
        String owner = request.owner() == null ? "" : request.owner().id();
        try (Yard.Stay stay = yard.stays(owner)) {
            List<Receipt> receipts = handle.receipts();
            try {
                try {
                    // Nothing but its process ends a hold without a lease.
                    handle.detachTo(
                            resourcesNeedProcess()
                                    ? List.of(SimulatedProcesses.here().idOf(machine.program))
                                    : List.of());
                } finally {
                    handle.close();
                }
                scheduler.sleep(scheduler.random(0, 2_000_000_000L));
                long before = scheduler.now();
                LockHandle again = machine.manager().attach(receipts);
                believe(again, request.mode(), owner, before);
                work(again);
            } catch (StoreException | IllegalStateException e) {
                stay.forEver();
                throw e;
            }
        }
    }

    private void endOwner() {
        String owner = "session-" + scheduler.random(settings.sessions);
        judge.ends(owner);
        try {
            machine.manager().admin().endOwner(owner);
            yard.checkEnded(owner);
        } finally {
            // A lost request may still be on its way.
            if (settings.calm()) {
                judge.endsNoMore(owner);
            }
        }
    }

    /** Works as a server does: granted for a client, kept alive by its heartbeats, released by receipt. */
    private void async() {
        Owner owner = owner();
        try (Yard.Stay stay = yard.stays(owner.id())) {
            stay.unbound();
            try {
                LockRequest request = withReceipt(LockRequest.of(resource()).owner(owner));
                async(scheduler.oneIn(2) ? request : waiting(request), owner.id());
            } catch (StoreException | IllegalStateException e) {
                stay.forEver();
                throw e;
            }
        }
    }

    private void async(LockRequest request, String owner) {
        long began = scheduler.now();
        long before = machine.monotonic();
        Instant beforeWall = machine.wall();
        Grant grant = granted(request, owner, began);
        if (grant == null && asksAgain(request)) {
            // Its connection was broken, and it sends the request again.
            began = scheduler.now();
            before = machine.monotonic();
            beforeWall = machine.wall();
            grant = granted(request, owner, began);
        }
        if (grant == null) {
            return;
        }
        Remote remote = new Remote(grant.holds().get(0), before, beforeWall, grant.asOf());
        Map<String, Long> fences = Map.of(request.resources().get(0), remote.hold.fence());
        Belief belief = new Belief(machine, owner, Mode.EXCLUSIVE, fences, began, false, remote::held);
        scheduler.atomically(() -> judge.believes(belief));
        try {
            for (int beats = scheduler.random(4); beats > 0; beats--) {
                pause();
                long asked = machine.monotonic();
                Instant askedWall = machine.wall();
                Heartbeat beat = Heartbeat.of(grant.receipts().get(0), true);
                long askedAt = scheduler.now();
                Renewal renewal = (Renewal) answer(machine.async().renew(beat));
                judge.answered(request.resources().get(0), askedAt);
                remote.renewed(renewal.hold().orElse(null), asked, askedWall);
            }
        } finally {
            remote.over = true;
            judge.forget(belief);
        }
        answer(machine.async().release(grant.receipts()));
    }

    /** Returns the grant, or null after a refusal, or if its client left the queue. */
    private @Nullable Grant granted(LockRequest request, String owner, long began) {
        String resource = request.resources().get(0);
        Grant grant = null;
        if (request.timeout().isZero()) {
            grant = (Grant) answer(machine.async().grant(request));
        } else {
            Judge.Wish wish = new Judge.Wish(machine, List.of(resource), owner, null, began);
            judge.waits(wish);
            yard.wants(owner);
            try {
                grant = (Grant) answer(waiting(request, new CompletableFuture<>()));
            } catch (CancellationException e) {
                scheduler.note(() -> owner + " has left the queue of " + resource);
            } finally {
                yard.wantsNoMore(owner);
                judge.waitsNoMore(wish);
            }
        }
        if (grant == null) {
            if (settings.calm() && !scheduler.stalls()) {
                yard.checkQueue(resource);
            }
            return null;
        }
        if (!grant.granted()) {
            refused(request, grant.refusals(), began);
        }
        return grant.granted() ? grant : null;
    }

    /** Asks, and sometimes leaves. */
    private CompletableFuture<Grant> waiting(LockRequest request, CompletableFuture<Boolean> gone) {
        CompletableFuture<Grant> asked = machine.async().grant(request, gone);
        if (scheduler.oneIn(4)) {
            scheduler.sleep(scheduler.random(0, 3_000_000_000L));
            gone.complete(true);
        }
        return asked;
    }

    private static Object answer(CompletableFuture<?> future) {
        try {
            Object value = Hooks.join(future);
            if (value == null) {
                throw new IllegalStateException("An answer without a value.");
            }
            return value;
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** A holder elsewhere, which counts its lease from before each call, by both of its clocks. */
    private final class Remote {
        private final long grantedNanos;
        private final Instant grantedWall;
        private Hold hold;
        private long nanos;
        private Instant wall;
        private boolean over;

        Remote(Hold hold, long nanos, Instant wall, Instant asOf) {
            this.hold = hold;
            // An entry into an older hold has used up some of its time.
            Duration used = Duration.between(hold.active(), asOf);
            this.nanos = nanos - used.toNanos();
            this.wall = wall.minus(used);
            Duration age = Duration.between(hold.since(), asOf);
            this.grantedNanos = nanos - age.toNanos();
            this.grantedWall = wall.minus(age);
        }

        void renewed(@Nullable Hold renewed, long askedNanos, Instant askedWall) {
            if (renewed == null) {
                over = true;
            } else {
                hold = renewed;
                nanos = askedNanos;
                wall = askedWall;
            }
        }

        boolean held() {
            Duration grace = hold.lease().grace();
            if (over || grace == null) {
                return !over && !bookish();
            }
            Duration limit = hold.lease().absolute();
            Duration idle = hold.lease().idle(); // all of its heartbeats tell of activity
            return isWithin(grace, nanos, wall)
                    && (idle == null || isWithin(idle, nanos, wall))
                    && (limit == null || isWithin(limit, grantedNanos, grantedWall));
        }

        private boolean isWithin(Duration limit, long fromNanos, Instant fromWall) {
            return machine.monotonic() - fromNanos < limit.toNanos()
                    && Duration.between(fromWall, machine.wall()).compareTo(limit) < 0;
        }

        /** Returns whether a holder elsewhere may count on nothing, since there is no lease but a clean-up age. */
        private boolean bookish() {
            return settings.resources.stream().anyMatch(resource -> resource.startsWith("book/"));
        }
    }
}
