package dev.holdfast.internal.manager;

import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.internal.manager.Clocks.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits: one try after the other, until one is the answer. For one resource it waits in the queue with a
 * ticket. For several it has no tickets, since two callers could wait for each other in two queues. For one thread at a time.
 */
final class WaitingRequest implements AutoCloseable {
    private final Acquirer acquirer;
    private final LockRequest request;
    private final List<Receipt> receipts;
    private final List<Step> steps;
    private final Signals.WaitSignal listening;
    private final Waiter waiter;
    private Snapshot last = Snapshot.ASSUMED_ABSENT;

    /**
     * @param receipts as made by {@link Acquirer#receipts}
     * @param deadline when the timeout of the request is over, on the monotonic clock
     * @param wake called by any thread when there is a reason to ask {@link #isDue} again
     */
    WaitingRequest(Acquirer acquirer, LockRequest request, List<Receipt> receipts, long deadline, Runnable wake) {
        this.acquirer = acquirer;
        this.request = request;
        this.receipts = receipts;
        this.steps = acquirer.steps(request, receipts, receipts.size() == 1);
        HoldId ticket = receipts.size() == 1 ? receipts.get(0).holdId() : null;
        this.listening = acquirer.engine().signals().register(request.resources(), ticket, wake);
        this.waiter = new Waiter(
                acquirer.engine(),
                acquirer.clocks(),
                listening,
                steps.stream().map(Step::key).toList(),
                deadline);
    }

    /** Makes the first try. Returns the answer, or null if the request waits. May block. */
    @Nullable
    DecidedRequest first() {
        Moment before = acquirer.clocks().now();
        return answer(firstTry(acquirer.engine()), before);
    }

    /**
     * Returns the first try, on the last report if there is one. A change fails if that is out of date; a refusal would not,
     * and asks again.
     */
    private Attempt firstTry(Engine engine) {
        Snapshot told = steps.size() == 1 ? engine.told(steps.get(0).key()) : Snapshot.ASSUMED_ABSENT;
        if (!told.guess()) {
            Attempt attempt = engine.runInformed(Acquirer.attempt(request, steps, told));
            if (!Acquirer.hopeless(attempt)) {
                return attempt;
            }
        }
        return engine.run(Acquirer.attempt(request, steps, Snapshot.ASSUMED_ABSENT));
    }

    /** Makes another try. Returns the answer, or null if the request goes on waiting. May block. */
    @Nullable
    DecidedRequest next() {
        Moment before = acquirer.clocks().now();
        return answer(acquirer.engine().runInformed(Acquirer.attempt(request, steps, waiter.look())), before);
    }

    private @Nullable DecidedRequest answer(Attempt attempt, Moment before) {
        last = attempt.snapshot();
        boolean over = !Acquirer.granted(attempt).isEmpty() || Acquirer.hopeless(attempt) || waiter.outOfPatience();
        return over ? acquirer.decided(receipts, attempt, before) : null;
    }

    /** Returns when another try is worth while. */
    void await() throws InterruptedException {
        waiter.await(last, steps.get(0).policy().waiting().look());
    }

    /** Begins to sleep. Returns false if another try is worth while immediately. May block. */
    boolean sleeps() {
        return !waiter.begin(last, steps.get(0).policy().waiting().look());
    }

    /** Returns how many nanoseconds the nap takes after which to ask {@link #isDue} again. */
    long nap() {
        return waiter.nap();
    }

    /**
     * Returns whether another try is worth while. Does not ask the store.
     *
     * @param rested whether the nap is over
     */
    boolean isDue(boolean rested) {
        boolean rung = listening.takeRing();
        return (rung || rested) && (waiter.isDue(rung) || waiter.outOfPatience());
    }

    /** Ends the wait without an answer: out of the queue, and out of what may have been granted meanwhile. May block. */
    void withdraw(Throwable because) {
        close();
        acquirer.leaveQuietly(receipts, because);
    }

    @Override
    public void close() {
        listening.close();
    }
}
