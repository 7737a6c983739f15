package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.manager.Clocks.Moment;
import dev.holdfast.internal.manager.Cohort.HandedOver;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Queue;
import dev.holdfast.spi.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits. For one resource it first waits for those of its own manager that came before it, and for the hand-over
 * of one that has the resource; then it makes one try after the other, with a ticket in the store's queue, until one is the
 * answer. For several it has no tickets, since two callers could wait for each other in two queues. After some seconds it reserves
 * all of them in one step, for a while. For one thread at a time.
 */
final class WaitingRequest implements AutoCloseable {
    /** How long a request for several resources waits before it reserves them; then twice as long each time. */
    private static final Duration RESERVE_AFTER = Duration.ofSeconds(2);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    /** With an older answer, too little would be left of the first lease of a hand-over. */
    private static final Duration RECENT = Hold.TAKE_UP.dividedBy(5);

    private final Acquirer acquirer;
    private final LockRequest request;
    private final List<Receipt> receipts;
    private final List<Step> steps;
    private final Signals.WaitSignal listening;
    private final Waiter waiter;
    private final long deadline;
    /** Whether a report may be its grant: this manager renews it, none comes in beside it, and its loss closes nothing. */
    private final boolean receives;
    /** Its place among those of its own manager, or null if it waits for several resources. */
    private final Cohort.@Nullable Member member;
    /** Whether it asks the store by itself: it may have a place in the queue there. */
    private boolean asked;

    /** When to reserve, on the monotonic clock; only for several resources. */
    private volatile long reservesAt;

    private Duration pause = RESERVE_AFTER;
    /** When the store first refused it, by the store's clock. */
    private @Nullable Instant refused;

    private Snapshot last = Snapshot.ASSUMED_ABSENT;
    /** When the last answered try began, if it has shown the request in the queue. */
    private @Nullable Moment queued;

    /**
     * @param receipts as made by {@link Acquirer#receipts}
     * @param deadline when the timeout of the request is over, on the monotonic clock
     * @param renewed whether this manager renews what the request gets, with a handle
     * @param wake called by any thread when there is a reason to ask {@link #isDue} again
     */
    WaitingRequest(
            Acquirer acquirer,
            LockRequest request,
            List<Receipt> receipts,
            long deadline,
            boolean renewed,
            Runnable wake) {
        this.acquirer = acquirer;
        this.request = request;
        this.receipts = receipts;
        this.steps = acquirer.steps(request, receipts, receipts.size() == 1);
        this.deadline = deadline;
        this.receives = renewed
                && steps.size() == 1
                && request.mode() == Mode.EXCLUSIVE
                && steps.get(0).policy().lockDelay() == null;
        this.reservesAt = acquirer.clocks().nanoTime() + RESERVE_AFTER.toNanos();
        HoldId ticket = receipts.size() == 1 ? receipts.get(0).holdId() : null;
        this.listening = acquirer.engine().signals().register(request.resources(), ticket, wake);
        this.waiter = new Waiter(
                acquirer.engine(),
                acquirer.clocks(),
                listening,
                steps.stream().map(Step::key).toList(),
                deadline);
        this.member = steps.size() == 1 ? acquirer.engine().cohorts().join(request, steps.get(0), wake) : null;
    }

    /** Begins. Returns the answer, or null if the request waits. May block. */
    @Nullable
    DecidedRequest first() {
        return member == null || member.mayAsk() ? ask() : null;
    }

    /** Goes on. Returns the answer, or null if the request goes on waiting. May block. */
    @Nullable
    DecidedRequest next() {
        waiter.requireOpen();
        HandedOver handed = member == null ? null : member.handedOver();
        if (handed != null) {
            return taken(handed);
        }
        if (member != null && !waiter.timedOut() && member.awaitsAnswer()) {
            return null;
        }
        DecidedRequest received = member == null ? null : received(member);
        return received == null ? ask() : received;
    }

    /**
     * Returns the answer, if a report hands the resource to the request. Nothing else is granted by a report. It proves no time:
     * it may be late, and the store's clock is another one. But the hand-over came after the last answered try, which still
     * found the request in the queue. So the first lease counts from the beginning of that try. It is short, and the first
     * renewal makes it a whole one. If the try is not recent, the store is asked.
     */
    private @Nullable DecidedRequest received(Cohort.Member self) {
        Entry report = receives && queued != null ? waiter.handOver() : null;
        if (report == null
                || report.version() <= last.version(report.key())
                || acquirer.clocks().since(lastAnswered()).compareTo(RECENT) > 0) {
            return null;
        }
        LockState state = LockState.of(report);
        Hold hold = state.holdOf(self.claim().id());
        if (hold == null || hold.entries().size() > 1) {
            return null;
        }
        self.saw(state);
        self.leaveGranted();
        lookAfterOwners();
        return DecidedRequest.granted(receipts, List.of(hold), Snapshot.heard(report), lastAnswered());
    }

    private Moment now() {
        return acquirer.clocks().now();
    }

    private Moment lastAnswered() {
        return Objects.requireNonNull(queued);
    }

    private DecidedRequest taken(HandedOver handed) {
        lookAfterOwners();
        return DecidedRequest.granted(receipts, List.of(handed.hold()), handed.snapshot(), handed.before());
    }

    /** Makes a try. Returns the answer, or null if another one must follow. */
    private @Nullable DecidedRequest ask() {
        boolean begins = !asked;
        asked = true;
        boolean looks = member != null && member.looksOnly();
        if (member != null) {
            member.asks();
        }
        try {
            Moment before = now();
            List<Step> now = stepsNow(begins, looks);
            Attempt attempt = begins ? firstTry(acquirer.engine(), now, looks) : another(acquirer.engine(), now);
            return answer(attempt, before, looks);
        } catch (RuntimeException e) {
            if (member != null) {
                member.failed();
            }
            throw e;
        }
    }

    private Attempt another(Engine engine, List<Step> now) {
        return engine.runInformed(Acquirer.attempt(request, now, waiter.look()));
    }

    /**
     * Returns the first try, on the last report if there is one. A change fails if that is out of date; a refusal would not,
     * and asks again.
     */
    private Attempt firstTry(Engine engine, List<Step> now, boolean looks) {
        if (!looks) {
            // In memory it is woken by its cohort, and not by each change.
            listening.beginWithOthers();
        }
        Snapshot told = now.size() == 1 ? engine.told(now.get(0).key()) : Snapshot.ASSUMED_ABSENT;
        if (!told.guess()) {
            Attempt attempt = engine.runInformed(Acquirer.attempt(request, now, told));
            if (!Acquirer.hopeless(attempt)) {
                return attempt;
            }
        }
        return engine.run(Acquirer.attempt(request, now, Snapshot.ASSUMED_ABSENT));
    }

    /**
     * Returns what to ask for by now: a place in the queue for all that wait behind it, or none if it only looks or the time is
     * over.
     */
    private List<Step> stepsNow(boolean begins, boolean looks) {
        if (member == null) {
            return steps;
        }
        if (looks || (waiter.timedOut() && (begins || last.guess()))) {
            return acquirer.steps(request, receipts, false);
        }
        Step step = steps.get(0);
        Command.Acquire acquire = (Command.Acquire) step.command();
        int behind = member.behind();
        return behind == 0
                ? steps
                : List.of(new Step(
                        step.key(),
                        new Command.Acquire(acquire.claim(), true, acquire.takeover(), behind),
                        step.policy()));
    }

    private @Nullable DecidedRequest answer(Attempt attempt, Moment before, boolean looks) {
        last = attempt.snapshot();
        boolean granted = !Acquirer.granted(attempt).isEmpty();
        boolean over = granted || Acquirer.hopeless(attempt) || waiter.timedOut();
        if (member == null) {
            if (over) {
                return acquirer.decided(receipts, attempt, before, false);
            }
            refused = refused == null ? last.asOf() : refused;
            if (isTimeToReserve()) {
                reserve(refused);
            }
            return null;
        }
        LockState state = last.lock(steps.get(0).key());
        queued = state.placeOf(member.claim().id()) > 0 ? before : null;
        member.saw(state);
        if (looks) {
            asked = over || !member.waitsAfter(state);
        } else {
            member.hasLooked();
        }
        if (!over) {
            lookAfterOwners();
            return null;
        }
        if (granted) {
            member.leaveGranted();
            return acquirer.decided(receipts, attempt, before, false);
        }
        boolean offered = member.leave(state.placeOf(member.claim().id()) > 0);
        HandedOver handed = member.handedOver();
        return handed == null ? acquirer.decided(receipts, attempt, before, offered) : taken(handed);
    }

    private boolean isTimeToReserve() {
        return acquirer.clocks().nanoTime() - reservesAt >= 0;
    }

    /**
     * Reserves all resources in one step, or none. A reservation ends by itself. The pauses in between grow: if one of the
     * resources is held for long, others can use the rest most of the time.
     */
    private void reserve(Instant since) {
        List<Step> reserving = new ArrayList<>(steps.size());
        for (Step step : steps) {
            Claim claim = ((Command.Acquire) step.command()).claim();
            reserving.add(new Step(step.key(), new Command.Reserve(claim, since), step.policy()));
        }
        last = acquirer.engine().runInformed(new Attempt(reserving, last)).snapshot();
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        reservesAt = acquirer.clocks().nanoTime() + Queue.RESERVATION_LIFE.toNanos() + pause.toNanos();
    }

    /** Looks from time to time whether owners were ended that wait behind it: these ask the store, and are refused. */
    private void lookAfterOwners() {
        if (member == null) {
            return;
        }
        try {
            acquirer.engine().ended(member.ownersToCheck()).forEach(member::callOwner);
        } catch (StoreException | UnreadableRecordException e) {
            // The next one looks again.
        }
    }

    /** Returns when another try is worth while. */
    void await() throws InterruptedException {
        if (asked) {
            waiter.await(last, look(), this::isCalled);
            return;
        }
        while (!mayAsk()) {
            LockSupport.parkNanos(this, nap());
            if (Thread.interrupted()) {
                throw new InterruptedException(
                        "Interrupted while waiting for " + request.resources().get(0) + ".");
            }
        }
    }

    private Duration look() {
        return steps.get(0).policy().waiting().look();
    }

    private boolean isCalled() {
        return member == null ? isTimeToReserve() : (member.isCalled() || member.mustCheckOwners());
    }

    /** @throws IllegalStateException if the manager is closed */
    private boolean mayAsk() {
        waiter.requireOpen();
        return member == null || member.mayAsk() || waiter.timedOut();
    }

    /** Begins to sleep. Returns false if another try is worth while immediately. May block. */
    boolean sleeps() {
        return asked ? !isCalled() && !waiter.begin(last, look()) : !mayAsk();
    }

    /** Returns how many nanoseconds the nap takes after which to ask {@link #isDue} again. */
    long nap() {
        return asked || member == null ? waiter.nap() : member.nap(deadline);
    }

    /**
     * Returns whether another try is worth while. Does not ask the store.
     *
     * @param rested whether the nap is over
     */
    boolean isDue(boolean rested) {
        if (!asked) {
            return mayAsk();
        }
        boolean rung = listening.takeRing();
        return isCalled() || ((rung || rested) && (waiter.isDue(rung) || waiter.timedOut()));
    }

    /** Ends the wait without an answer: out of the queue, and out of what may have been granted meanwhile. May block. */
    void withdraw(Throwable because) {
        close();
        boolean offered = member != null && member.leave(asked);
        if (asked || offered) {
            acquirer.leaveQuietly(receipts, because);
        }
    }

    @Override
    public void close() {
        listening.close();
    }
}
