package dev.holdfast.simulation.world;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Policy;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.simulation.Scheduler;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties that must hold in every schedule, checked after every step and every change of the store. */
final class Judge {
    /** A holder hears of its loss within this time if nothing else is wrong. */
    private static final long TOLD_WITHIN = 5_000_000_000L;
    /** A free resource is granted to a waiter within this time: a ticket of a dead waiter, a hand-over and a look. */
    private static final long GRANTED_WITHIN = 30_000_000_000L;

    /** A waiter hears of what it is handed within a few trips, if feeds are not late. */
    private static final long TAKEN_UP_WITHIN = 2_000_000_000L;

    /** From a look at a record to the change that rests on it. */
    private static final Duration MAX_TRIP = Duration.ofMillis(100);
    /** A heartbeat takes a few trips, and waits for no other resource. */
    private static final long ANSWERED_WITHIN = 1_000_000_000L;

    /** How often it looks at the waiters, besides at every change of what they wait for. */
    private static final long PROGRESS_EVERY = 100_000_000L;

    private final Scheduler scheduler;
    private final Settings settings;
    private final List<Belief> beliefs = new ArrayList<>();
    private final List<Wish> wishes = new ArrayList<>();
    /** The states of locks before the change that is judged. */
    private final Map<String, LockState> replaced = new HashMap<>();

    private final Map<String, Long> largestFence = new HashMap<>();
    private final Map<String, Long> busyUntil = new HashMap<>();
    private final Set<String> endedOwners = new HashSet<>();
    private final Map<String, Integer> ending = new HashMap<>();
    private final Map<String, Instant> lastOperation = new HashMap<>();
    private final Map<String, Long> lostFences = new HashMap<>();
    /** When holds were ended by an administrator or with their owner, by resource and fence. */
    private final Map<String, Long> revoked = new HashMap<>();

    private final Set<String> promised = new HashSet<>();
    private final Map<String, Instant> closedUntil = new HashMap<>();

    private final Occupation occupation = new Occupation();
    private final Fairness fairness = new Fairness(MAX_TRIP);

    private @Nullable Truth truth;
    private long progressDue;

    Judge(Scheduler scheduler, Settings settings) {
        this.scheduler = scheduler;
        this.settings = settings;
    }

    /** A caller that waits for one resource, or for several in one step. */
    static final class Wish {
        private final Machine machine;
        private final List<String> resources;
        private final String owner;
        private final @Nullable Receipt receipt;
        private long freeSince;
        private long had;

        /** @param receipt under which it has asked the holder, too, or null */
        Wish(Machine machine, List<String> resources, String owner, @Nullable Receipt receipt, long now) {
            this.machine = machine;
            this.resources = resources;
            this.owner = owner;
            this.receipt = receipt;
            this.freeSince = now;
            this.had = now;
        }
    }

    void over(Truth newTruth) {
        truth = newTruth;
    }

    /** Returns whether callers of several programs act for that owner: one of them may keep what another has lost. */
    private static boolean isShared(String owner) {
        return owner.startsWith("session");
    }

    /** Returns whether another handle of that owner is still in the same hold: then entering it again is right. */
    private boolean isHeldBesides(String owner, String resource, long fence) {
        return beliefs.stream()
                .anyMatch(other -> other.owner.equals(owner) && other.on(resource, fence) && other.believes());
    }

    /** Names a grant. Readers that were let in by one change share its fence. */
    private static String grant(String resource, long fence, String owner) {
        return resource + "@" + fence + " of " + owner;
    }

    // ---- what callers say

    void believes(Belief belief) {
        for (Map.Entry<String, Long> fence : belief.fences.entrySet()) {
            Long lostAt = lostFences.get(grant(fence.getKey(), fence.getValue(), belief.owner));
            if (lostAt != null
                    && lostAt < belief.since
                    && !isShared(belief.owner)
                    && !isHeldBesides(belief.owner, fence.getKey(), fence.getValue())) {
                scheduler.fail(belief.owner + " lost " + fence.getKey() + " with fence " + fence.getValue()
                        + ", and got the same fence when it acquired it again.");
            }
        }
        belief.fences.forEach((resource, fence) -> {
            Long revokedAt = revoked.get(grant(resource, fence, belief.owner));
            if (revokedAt != null) {
                belief.revoke(revokedAt);
            }
        });
        for (Belief other : beliefs) {
            if (belief.excludes(other)) {
                belief.rivals.add(other);
            }
        }
        beliefs.add(belief);
    }

    /** Takes note that a caller has ended what it held: it will never believe in it again. */
    void forget(Belief belief) {
        beliefs.remove(belief);
        beliefs.forEach(other -> other.rivals.remove(belief));
    }

    /** Takes note that a handle was reported as lost. */
    void lost(Belief belief) {
        belief.fences.forEach((resource, fence) -> {
            if (!isHeldBesides(belief.owner, resource, fence)) {
                lostFences.put(grant(resource, fence, belief.owner), scheduler.now());
            }
        });
        boolean busy = belief.resources().stream()
                .anyMatch(resource -> busyUntil.getOrDefault(resource, Long.MIN_VALUE) >= belief.since);
        if (isSmooth() && !belief.revoked() && !busy && !mayBeAtItsLimit(belief) && !mayBePromised(belief)) {
            scheduler.fail(belief + " was lost although nothing was wrong with its resources.");
        }
        forget(belief);
    }

    /** Returns whether time alone may have ended a hold. One that several callers share may be older than the belief in it. */
    private boolean mayBeAtItsLimit(Belief belief) {
        boolean old = scheduler.now() - belief.granted() > Settings.LIMIT.toNanos() / 2;
        return (old || isShared(belief.owner))
                && belief.resources().stream()
                        .anyMatch(resource -> resource.startsWith("brief/") || resource.startsWith("turn/"));
    }

    private boolean mayBePromised(Belief belief) {
        return belief.resources().stream().anyMatch(resource -> promised.contains(resource + " of " + belief.owner));
    }

    /** Takes note that an owner promises what it holds, or is asked for it and its silence counts: its hold may end then. */
    void promises(String resource, String owner) {
        promised.add(resource + " of " + owner);
    }

    /** Takes note that a heartbeat was answered. */
    void answered(String resource, long asked) {
        boolean busy = busyUntil.getOrDefault(resource, Long.MIN_VALUE) >= asked;
        if (isSmooth() && !busy && scheduler.now() - asked > ANSWERED_WITHIN) {
            scheduler.fail("A heartbeat for " + resource + " took " + (scheduler.now() - asked) / 1_000_000
                    + " ms although nothing was wrong with that resource.");
        }
    }

    /** Judges a refusal because another transaction had a record: there was one during the call. */
    void refusedAsBusy(List<String> resources, long asked) {
        if (resources.stream().allMatch(resource -> busyUntil.getOrDefault(resource, Long.MIN_VALUE) < asked)) {
            scheduler.fail(resources + " was refused as busy although it was not.");
        }
    }

    /** Judges a refusal because of other holds or waiters: there were some at a moment of the call. */
    void refused(String resource, long asked) {
        Instant until = occupation.until(resource, truth().lock(resource), truth().now());
        if (until.isBefore(Truth.time(asked))) {
            scheduler.fail(resource + " was refused although it had been free since " + until + ".");
        }
    }

    /** Judges what an asker is told: a request that was to end the hold has done so. */
    void found(List<HandOverRequest> requests, long asked) {
        for (HandOverRequest request : requests) {
            if (!request.state().ended()
                    && request.until() != null
                    && request.until().isBefore(Truth.time(asked))) {
                scheduler.fail("The request of " + request.asker().id() + " for " + request.resource() + " is "
                        + request.state() + ", although it ended the hold at " + request.until() + ".");
            }
        }
    }

    /** Judges what a refusal says about holders: since when each holds, by the store's clock. */
    void named(Refusal refusal) {
        for (LockView.Holder judged : refusal.holders()) {
            Instant since = judged.hold().since();
            if (since.isAfter(truth().now()) || since.isBefore(Truth.time(0))) {
                scheduler.fail(refusal.resource() + " was refused because of a hold since " + since + ".");
            }
        }
    }

    void waits(Wish wish) {
        wishes.add(wish);
    }

    void waitsNoMore(Wish wish) {
        wishes.remove(wish);
    }

    /** Notes that a caller is about to end all that the owner has. */
    void ends(String owner) {
        ending.merge(owner, 1, Integer::sum);
    }

    void endsNoMore(String owner) {
        ending.merge(owner, -1, Integer::sum);
    }

    // ---- what happens to the store

    void busy(String resource, long until) {
        busyUntil.merge(resource, until, Math::max);
    }

    void ownerEnded(String owner) {
        endedOwners.add(owner);
    }

    boolean isEnded(String owner) {
        return endedOwners.contains(owner);
    }

    /** Judges a change of one lock. */
    void written(String resource, LockState before, LockState after, long version, Instant now) {
        replaced.put(resource, before);
        occupation.replaced(resource, before, now);
        for (Wish wish : wishes) {
            if (wish.resources.contains(resource)) {
                checkProgress(wish);
            }
        }
        for (Hold hold : after.holds()) {
            if (hold.fence() == version) {
                granted(resource, before, hold, now);
                String unfair = fairness.granted(before, after, hold, now);
                if (unfair != null && isSmooth()) {
                    scheduler.fail(resource + ": " + unfair);
                }
            } else {
                kept(resource, before, hold, now);
            }
            for (Hold other : after.holds()) {
                if (!hold.owner().id().equals(other.owner().id())
                        && !hold.mode().besides(other.mode())) {
                    scheduler.fail(resource + " has two holds that exclude each other.");
                }
            }
        }
    }

    /** Judges a hold that is not new. */
    private void kept(String resource, LockState before, Hold hold, Instant now) {
        Hold old = before.holds().stream()
                .filter(other -> other.fence() == hold.fence()
                        && other.owner().id().equals(hold.owner().id()))
                .findFirst()
                .orElse(null);
        if (old == null) {
            scheduler.fail("A hold on " + resource + " appeared with the old fence " + hold.fence() + ".");
        } else if (settings.prompt()
                && !scheduler.stalls()
                && !busyUntil.containsKey(resource)
                && hold.seen().isAfter(old.seen())
                && old.until() != null
                && !now.isBefore(old.until().plus(MAX_TRIP))) {
            scheduler.fail("The hold of " + hold.owner().id() + " on " + resource + " was over, and was prolonged.");
        }
    }

    /** Returns whether every call of the store is answered within a moment. */
    private boolean isSmooth() {
        return settings.onlyBusy() && !scheduler.stalls();
    }

    private void granted(String resource, LockState before, Hold hold, Instant now) {
        Long largest = largestFence.put(resource, hold.fence());
        if (largest != null && largest > hold.fence()) {
            scheduler.fail("The fence of " + resource + " went back from " + largest + " to " + hold.fence() + ".");
        }
        String owner = hold.owner().id();
        if (endedOwners.contains(owner)) {
            scheduler.fail(resource + " was granted to " + owner + ", which has ended.");
        }
        checkOpen(resource, hold, now);
        checkSlot(resource, hold, now);
        checkPace(resource, before, hold, now);
    }

    /** Checks that a resource is granted to no caller so soon after a loss. Takeovers may do so. */
    private void checkOpen(String resource, Hold hold, Instant now) {
        Instant open = closedUntil.get(resource);
        if (open != null
                && now.isBefore(open)
                && !hold.entries().isEmpty()
                && !settings.works.contains(Settings.Work.TAKE_OVER)) {
            scheduler.fail(resource + " was granted to " + hold.owner().id()
                    + " so soon after a loss: it is closed until " + open + ".");
        }
    }

    /** Takes note of a loss, after which the resource stays closed. */
    private void closed(LockEvent event, Instant now) {
        Policy policy = settings.policies.forResource(event.resource());
        boolean expired = event.kind() == LockEvent.EventKind.EXPIRED;
        boolean lost = expired || event.kind() == LockEvent.EventKind.FORCED;
        Hold hold = event.hold();
        if (policy.lockDelay() == null
                || !lost
                || hold.mode() == Mode.SHARED
                || !hold.claimed()
                || hold.entries().isEmpty()) {
            return;
        }
        closedUntil.merge(
                event.resource(),
                (expired && hold.until() != null ? hold.until() : now).plus(policy.lockDelay()),
                (one, other) -> one.isAfter(other) ? one : other);
        // What the same change began was judged before.
        for (Hold next : truth().lock(event.resource()).holds()) {
            if (next.since().equals(now)) {
                checkOpen(event.resource(), next, now);
            }
        }
    }

    private void checkSlot(String resource, Hold hold, Instant now) {
        if (hold.slot().isEmpty()) {
            return;
        }
        for (Entry entry : truth().entries()) {
            if (entry.key().kind() == Kind.LOCK && !entry.key().name().equals(resource)) {
                for (Hold other : LockState.of(entry).holds()) {
                    if (other.slot().equals(hold.slot()) && lives(other, now)) {
                        scheduler.fail("C1: " + hold.owner().user() + " has "
                                + entry.key().name() + " and got " + resource + " within the same limit.");
                    }
                }
            }
        }
    }

    private void checkPace(String resource, LockState before, Hold hold, Instant now) {
        Policy policy = settings.policies.forResource(resource);
        Instant last = lastOperation.get(hold.owner().user());
        if (policy.cooldown() == null || hold.owner().user().isEmpty() || last == null) {
            return;
        }
        Ticket ticket = before.queue().stream()
                .filter(waiting -> hold.entries().contains(waiting.claim().id()))
                .findFirst()
                .orElse(null);
        boolean waited = ticket != null && last.isBefore(ticket.since());
        if (!waited && now.isBefore(last.plus(policy.cooldown()))) {
            scheduler.fail("C4: " + hold.owner().user() + " got " + resource + " too soon after its last operation.");
        }
    }

    private boolean lives(Hold hold, Instant now) {
        Instant until = hold.until();
        boolean over = until != null && !now.isBefore(until);
        return !over && !isDead(hold);
    }

    /** Returns whether nothing proves that it is alive, and it is so old that the next caller may have it. */
    private boolean isCleanedUp(String resource, Hold hold, Instant now) {
        Duration limit = settings.policies.forResource(resource).reclaimAfter();
        return limit != null
                && !now.isBefore(hold.seen().plus(limit))
                && hold.owner().processes().isEmpty();
    }

    private static boolean isDead(Hold hold) {
        return !hold.owner().processes().isEmpty()
                && SimulatedProcesses.here().areGone(hold.owner().processes());
    }

    /** Judges the events of one change. */
    void happened(List<LockEvent> events, Instant now) {
        for (LockEvent event : events) {
            Policy policy = settings.policies.forResource(event.resource());
            String user = event.hold().owner().user();
            if ((event.kind().begins() || event.kind() == LockEvent.EventKind.RELEASED)
                    && policy.cooldown() != null
                    && !user.isEmpty()) {
                lastOperation.put(user, now);
            }
            closed(event, now);
            if (event.kind().ends()) {
                if (event.kind() == LockEvent.EventKind.EXPIRED) {
                    checkCleanUp(event.resource(), event.hold(), now);
                }
                ended(event);
            }
        }
        replaced.clear();
    }

    /**
     * Checks that a hold that is ended for its age alone is not proven alive by the program that ends it. An event names one
     * process only.
     */
    private void checkCleanUp(String resource, Hold past, Instant now) {
        Hold known = replaced.getOrDefault(resource, LockState.FREE).holdOf(past.id());
        Hold hold = known == null ? past : known;
        boolean over = hold.until() != null && !now.isBefore(hold.until());
        if (!over && SimulatedProcesses.here().isSeenAlive(hold.owner().processes())) {
            scheduler.fail("The hold of " + hold.owner().id() + " on " + resource
                    + " was cleaned up although its process runs.");
        }
    }

    private void ended(LockEvent event) {
        String resource = event.resource();
        Hold hold = event.hold();
        boolean deliberate = event.kind() == LockEvent.EventKind.FORCED
                || event.kind() == LockEvent.EventKind.CLEARED
                || event.kind() == LockEvent.EventKind.OVERRIDDEN
                || (event.kind() == LockEvent.EventKind.YIELDED && endless(resource))
                || ((event.kind() == LockEvent.EventKind.RELEASED || event.kind() == LockEvent.EventKind.YIELDED)
                        && ending.getOrDefault(hold.owner().id(), 0) > 0);
        if (deliberate) {
            revoked.put(grant(resource, hold.fence(), hold.owner().id()), scheduler.now());
        }
        for (Belief belief : List.copyOf(beliefs)) {
            if (belief.on(resource, hold.fence())
                    && belief.owner.equals(hold.owner().id())) {
                if (deliberate) {
                    belief.revoke(scheduler.now());
                } else if (belief.believes() && !belief.revoked()) {
                    scheduler.fail("The hold of " + belief + " on " + resource + " ended (" + event.kind()
                            + ") while its caller believes in it.");
                }
            }
        }
    }

    /** Returns whether nothing but the store tells a holder when it has promised to hand over. */
    private boolean endless(String resource) {
        return settings.policies.forResource(resource).lease().grace() == null;
    }

    // ---- after every step

    void check() {
        for (int i = 0; i < beliefs.size(); i++) {
            Belief belief = beliefs.get(i);
            if (belief.revoked()) {
                checkTold(belief);
            } else if (!belief.rivals.isEmpty()) {
                checkAlone(belief);
            }
        }
        if (scheduler.now() >= progressDue) {
            progressDue = scheduler.now() + PROGRESS_EVERY;
            wishes.forEach(this::checkProgress);
        }
    }

    private void checkAlone(Belief belief) {
        boolean believed = belief.believes();
        for (int i = 0; believed && i < belief.rivals.size(); i++) {
            Belief rival = belief.rivals.get(i);
            if (!rival.revoked() && rival.believes()) {
                scheduler.fail("Both believe that they hold the same resource: " + rival + " and " + belief + ".");
            }
        }
    }

    private void checkTold(Belief belief) {
        if (belief.kept
                && settings.calm()
                && !scheduler.stalls()
                && scheduler.now() - belief.revokedAt() > TOLD_WITHIN
                && belief.believes()) {
            scheduler.fail(belief + " was ended and its caller was not told in time.");
        }
    }

    private void checkProgress(Wish wish) {
        Instant now = truth().now();
        checkTakenUp(wish);
        boolean held = false;
        boolean troubled = wish.machine.troubledSince(wish.freeSince) || endedOwners.contains(wish.owner);
        for (String resource : wish.resources) {
            troubled |= busyUntil.getOrDefault(resource, Long.MIN_VALUE) >= wish.freeSince;
            for (Hold hold : truth().lock(Key.lock(resource)).holds()) {
                held = held || blocks(hold, now);
                checkHoldsNone(wish, resource, hold);
            }
        }
        if (held || troubled) {
            wish.freeSince = scheduler.now();
        } else if (scheduler.now() - wish.freeSince > GRANTED_WITHIN) {
            scheduler.fail(wish.resources + " stayed free for too long while " + wish.owner + " waited for it.");
        }
    }

    /** Checks that a caller that waits, and is handed what it asked for, takes it up soon. */
    private void checkTakenUp(Wish wish) {
        Receipt receipt = wish.receipt;
        Hold hold = receipt == null ? null : truth().lock(receipt.resource()).holdOf(receipt.holdId());
        if (hold == null
                || !hold.claimed()
                || !isSmooth()
                || settings.busy
                || wish.machine.troubledSince(wish.freeSince)) {
            wish.had = scheduler.now();
        } else if (scheduler.now() - wish.had > (settings.lateFeeds ? 5 : 1) * TAKEN_UP_WITHIN) {
            scheduler.fail(wish.owner + " was handed " + wish.resources + ", for which it waits, and is not told.");
        }
    }

    /** Checks that a caller that waits for several resources is handed none of them: it takes all of them in one step. */
    private void checkHoldsNone(Wish wish, String resource, Hold hold) {
        if (wish.resources.size() > 1
                && !hold.claimed()
                && hold.owner().id().equals(wish.owner)
                && !isShared(wish.owner)) {
            scheduler.fail(wish.owner + " holds " + resource + " while it waits for " + wish.resources + ".");
        }
    }

    /** Returns whether a hold blocks others. A dead holder on another machine is never proven dead. */
    private boolean blocks(Hold hold, Instant now) {
        Instant until = hold.until();
        return (until == null || now.isBefore(until)) && (!isDead(hold) || !settings.oneHost);
    }

    // ---- at the end

    /** Judges what is left when all callers have ended and nothing has been wrong for a while. */
    void checkEnd(Set<String> mayRemain) {
        Instant now = truth().now();
        for (Entry entry : truth().entries()) {
            if (entry.key().kind() == Kind.LOCK) {
                for (Hold hold : LockState.of(entry).holds()) {
                    if (lives(hold, now)
                            && !isCleanedUp(entry.key().name(), hold, now)
                            && !mayRemain.contains(hold.owner().id())) {
                        scheduler.fail(entry.key().name() + " is still held by "
                                + hold.owner().id() + ", which has released or lost all it had.");
                    }
                }
            }
        }
    }

    private Truth truth() {
        Truth known = truth;
        if (known == null) {
            throw new IllegalStateException("There is no store yet.");
        }
        return known;
    }
}
