package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockLostException;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The part of a manager that decides requests, and waits where a request asks for that. */
final class Acquirer {
    private final Engine engine;
    private final Clocks clocks;
    private final DefaultOwner defaultOwner;

    Acquirer(Engine engine, Clocks clocks, DefaultOwner defaultOwner) {
        this.engine = engine;
        this.clocks = clocks;
        this.defaultOwner = defaultOwner;
    }

    Engine engine() {
        return engine;
    }

    Clocks clocks() {
        return clocks;
    }

    /**
     * @param receipts as made by {@link #receipts}
     * @param renewed whether this manager renews what the request gets, with a handle
     */
    DecidedRequest decide(LockRequest request, List<Receipt> receipts, boolean renewed) throws InterruptedException {
        return request.timeout().isZero() ? atOnce(request, receipts) : waiting(request, receipts, renewed);
    }

    DecidedRequest atOnce(LockRequest request, List<Receipt> receipts) {
        return atOnce(request, receipts, engine::run);
    }

    /** @param run brings the attempt to its end */
    DecidedRequest atOnce(LockRequest request, List<Receipt> receipts, Consumer<Attempt> run) {
        Moment before = clocks.now();
        Attempt attempt = opening(request, receipts);
        run.accept(attempt);
        return decided(receipts, attempt, before, false);
    }

    /** Returns the attempt at a request that does not wait. */
    Attempt opening(LockRequest request, List<Receipt> receipts) {
        engine.cohorts().begins(request, receipts.get(0).holdId());
        return attempt(request, steps(request, receipts, false), Snapshot.ASSUMED_ABSENT)
                .refusedIfBusy();
    }

    /**
     * Returns the result of an attempt at a request.
     *
     * @param offered whether a release of another caller may have handed over the resource since
     */
    DecidedRequest decided(List<Receipt> receipts, Attempt attempt, Moment before, boolean offered) {
        List<Hold> holds = granted(attempt);
        return holds.isEmpty()
                ? refused(receipts, attempt, before, offered)
                : DecidedRequest.granted(receipts, holds, attempt.snapshot(), before);
    }

    private DecidedRequest refused(List<Receipt> receipts, Attempt attempt, Moment before, boolean offered) {
        leave(receipts, attempt, offered);
        if (attempt.snapshot().guess()) {
            // Refused while another transaction had the record: only the store knows the time.
            attempt.learn(engine.look(attempt.steps().stream().map(Step::key).toList()));
        }
        return DecidedRequest.refused(refusals(attempt), attempt.snapshot(), before);
    }

    private DecidedRequest waiting(LockRequest request, List<Receipt> receipts, boolean renewed)
            throws InterruptedException {
        Thread thread = Thread.currentThread();
        long deadline = Waiter.deadline(clocks, request.timeout());
        WaitingRequest wait =
                new WaitingRequest(this, request, receipts, deadline, renewed, () -> LockSupport.unpark(thread));
        try (wait) {
            DecidedRequest decided = wait.first();
            while (decided == null) {
                wait.await();
                decided = wait.next();
            }
            return decided;
        } catch (InterruptedException | RuntimeException | Error e) {
            wait.withdraw(e);
            throw e;
        }
    }

    static Attempt attempt(LockRequest request, List<Step> steps, Snapshot snapshot) {
        Attempt attempt = new Attempt(steps, snapshot);
        return request.receipt() == null ? attempt : attempt.withUsedIds();
    }

    /** Takes up what those receipts are for, all or none, bound to this process from now on. */
    DecidedRequest attach(Collection<Receipt> receipts) {
        List<Receipt> all = Receipt.inOrder(receipts);
        List<ProcessId> here = List.of(engine.self());
        List<Step> steps = engine.steps(all, receipt -> new Command.Renew(receipt.holdId(), true, here));
        Moment before = clocks.now();
        Attempt attempt = engine.run(new Attempt(steps, Snapshot.ASSUMED_ABSENT));
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!(attempt.outcomes().get(i) instanceof Outcome.Renewed renewed)) {
                throw new LockLostException(
                        engine.loss(all.get(i).resource(), all.get(i).holdId()));
            }
            holds.add(renewed.hold());
        }
        return DecidedRequest.granted(all, holds, attempt.snapshot(), before);
    }

    List<Receipt> receipts(LockRequest request) {
        List<String> resources = request.resources();
        Receipt first = request.receipt() == null ? Receipt.create(resources.get(0)) : request.receipt();
        if (resources.size() == 1) {
            return List.of(first);
        }
        return resources.stream().map(first::on).toList();
    }

    List<Step> steps(LockRequest request, List<Receipt> receipts, boolean queue) {
        Owner owner = defaultOwner.of(request);
        if (engine.store().traits().needsProcess() && owner.processes().isEmpty()) {
            throw new IllegalArgumentException(
                    "A hold in " + engine.store().traits().address()
                            + " must be bound to a process, since nothing else would ever end it; name one in the owner.");
        }
        if (receipts.size() == 1) {
            return List.of(step(request, owner, receipts.get(0), queue));
        }
        List<Step> steps = new ArrayList<>(receipts.size());
        Set<String> slots = new HashSet<>();
        for (Receipt receipt : receipts) {
            Step step = step(request, owner, receipt, queue);
            String slot = ((Command.Acquire) step.command()).claim().slot();
            if (!slot.isEmpty() && !slots.add(slot)) {
                throw new IllegalArgumentException("Only one at a time is allowed within the limit that "
                        + receipt.resource() + " falls under, and this request names several; ask for them in turn.");
            }
            steps.add(step);
        }
        return steps;
    }

    private Step step(LockRequest request, Owner owner, Receipt receipt, boolean queue) {
        Policy policy = engine.policy(receipt.resource());
        Scope scope = policy.scope();
        String slot = scope == null ? "" : scope.slotFor(receipt.resource(), owner.user());
        Claim claim = new Claim(
                receipt.holdId(), owner, request.mode(), lease(policy, request), request.note(), slot, request.type());
        Command.Takeover takeover =
                request.takeover() == null ? null : new Command.Takeover(owner.name(), request.takeover());
        return new Step(Key.lock(receipt.resource()), new Command.Acquire(claim, queue, takeover), policy);
    }

    private static Lease lease(Policy policy, LockRequest request) {
        Duration ttl = request.ttl();
        Lease asked = request.lease();
        if (ttl == null && asked == null) {
            return policy.lease();
        }
        if (policy.preset().fixed()) {
            throw new IllegalArgumentException("The preset " + policy.preset().label()
                    + " fixes how long a hold lasts; drop the time to live from the request.");
        }
        return asked != null
                ? asked
                : new Lease(policy.lease().absolute(), policy.lease().idle(), ttl);
    }

    /** Returns the holds that an attempt was granted: all of them or none. */
    static List<Hold> granted(Attempt attempt) {
        if (attempt.single() && attempt.outcomes().get(0) instanceof Outcome.Granted granted) {
            return List.of(granted.hold());
        }
        List<Hold> holds = new ArrayList<>(attempt.steps().size());
        for (Outcome outcome : attempt.outcomes()) {
            if (!(outcome instanceof Outcome.Granted granted)) {
                return List.of();
            }
            holds.add(granted.hold());
        }
        return holds;
    }

    private static List<Refusal> refusals(Attempt attempt) {
        if (!attempt.single() && attempt.outcomes().get(0).equals(RetryState.BUSY)) {
            return List.of(busyTogether(attempt));
        }
        List<Refusal> refusals = new ArrayList<>();
        for (int i = 0; i < attempt.steps().size(); i++) {
            String resource = attempt.steps().get(i).resource();
            Outcome outcome = attempt.outcomes().get(i);
            Privacy privacy = attempt.steps().get(i).policy().privacy();
            if (outcome instanceof Outcome.Refused refused) {
                refusals.add(new Refusal(
                        resource,
                        refused.reason(),
                        refused.holders(),
                        refused.retryAt(),
                        attempt.snapshot().asOf(),
                        null,
                        privacy));
            } else if (outcome instanceof Outcome.Queued queued) {
                Refusal.Reason reason = queued.holders().isEmpty() ? Refusal.Reason.QUEUE : Refusal.Reason.HELD;
                refusals.add(new Refusal(
                        resource,
                        reason,
                        queued.holders(),
                        null,
                        attempt.snapshot().asOf(),
                        null,
                        privacy));
            }
        }
        return refusals;
    }

    /** Returns the refusal of several resources of which one is busy; the store does not say which. */
    private static Refusal busyTogether(Attempt attempt) {
        Step first = attempt.steps().get(0);
        String said = Text.name(first.resource()) + ", or a lock that was requested with it, is just being taken or"
                + " changed by another transaction, which has not ended. Try again in a moment.";
        return new Refusal(
                first.resource(),
                Refusal.Reason.BUSY,
                List.of(),
                null,
                attempt.snapshot().asOf(),
                said,
                first.policy().privacy());
    }

    /** Returns whether waiting cannot help, since the policy forbids it or the caller itself is the obstacle. */
    static boolean hopeless(Attempt attempt) {
        for (int i = 0; i < attempt.steps().size(); i++) {
            if (attempt.outcomes().get(i) instanceof Outcome.Refused refused
                    && (!attempt.steps().get(i).policy().waiting().allowed()
                            || !(refused.reason() == Refusal.Reason.HELD
                                    || refused.reason() == Refusal.Reason.BUSY
                                    || refused.reason() == Refusal.Reason.QUEUE
                                    || refused.reason() == Refusal.Reason.QUEUE_FULL))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Leaves the queue, and releases the holds that an earlier attempt with a lost answer may have left: a request gets all or
     * none. A hold that was handed over at the same moment goes to the next waiter. A hold in a weaker mode than requested
     * belongs to another request, and stays.
     *
     * @param offered whether another caller may have written something for this request since: only for one with an id of its
     *     own
     */
    private void leave(List<Receipt> receipts, Attempt last, boolean offered) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            LockState state = last.snapshot().lock(Key.lock(receipt.resource()));
            Hold own = state.holdOf(receipt.holdId());
            boolean another = own != null && isWeaker(own, last.steps().get(i));
            if (!another && (offered || own != null || state.placeOf(receipt.holdId()) > 0)) {
                steps.add(engine.step(receipt.resource(), new Command.Release(receipt.holdId())));
            }
        }
        if (!steps.isEmpty()) {
            // What another caller has written meanwhile is not in that snapshot: "nothing to leave" must be asked for.
            engine.run(new Attempt(steps, offered ? last.snapshot().remembered() : last.snapshot()));
        }
    }

    private static boolean isWeaker(Hold hold, Step step) {
        return step.command() instanceof Command.Acquire acquire
                && !hold.mode().covers(acquire.claim().mode());
    }

    /** Releases what those receipts may stand for. A failure of that is added to the one that is the reason. */
    void leaveQuietly(List<Receipt> receipts, Throwable because) {
        try {
            List<Step> steps = engine.steps(receipts, receipt -> new Command.Release(receipt.holdId()));
            engine.run(new Attempt(steps, Snapshot.ASSUMED_ABSENT));
        } catch (RuntimeException e) {
            // The ticket runs out by itself; what made us leave is what the caller must hear of.
            because.addSuppressed(e);
        }
    }
}
