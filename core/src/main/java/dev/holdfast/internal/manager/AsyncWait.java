package dev.holdfast.internal.manager;

import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A waiting request without a thread of its own. While it sleeps it belongs to the clock of {@link AsyncWaits}; while it tries,
 * to one of the other threads there. Its methods are for the thread that it belongs to, unless they say otherwise. A request
 * with a timeout of zero makes one try and never sleeps.
 *
 * @param <T> the answer to the caller
 */
final class AsyncWait<T> {
    private final Acquirer acquirer;
    private final LockRequest request;
    private final List<Receipt> receipts;
    private final long deadline;
    private final AsyncCall<DecidedRequest, T> call;
    private final Consumer<AsyncWait<?>> clock;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable WaitingRequest wait;
    /** Why it ends without a decision; null while it does not. */
    private volatile @Nullable Throwable end;

    private volatile boolean asleep;
    private int alarm;

    /** @param clock told, by any thread, when the request falls asleep or may have a reason to wake up; must not block */
    AsyncWait(
            Acquirer acquirer,
            LockRequest request,
            List<Receipt> receipts,
            AsyncCall<DecidedRequest, T> call,
            Consumer<AsyncWait<?>> clock) {
        this.acquirer = acquirer;
        this.request = request;
        this.receipts = receipts;
        this.call = call;
        this.deadline = Waiter.deadline(acquirer.clocks(), request.timeout());
        this.clock = clock;
    }

    /** Returns the answer, which comes when nothing of the request is left to do. For any thread. */
    CompletableFuture<T> answer() {
        return answer;
    }

    /** Ends it without a decision, soon. For any thread. */
    void end(Throwable why) {
        end = why;
        clock.accept(this);
    }

    /** Returns whether it belongs to the clock. For any thread. */
    boolean asleep() {
        return asleep;
    }

    /**
     * Returns whether it has a reason to wake up. For the clock.
     *
     * @param rested whether its nap is over
     */
    boolean isDue(boolean rested) {
        return end != null || wait == null || wait.isDue(rested);
    }

    /** Returns how many nanoseconds its next nap takes. For the clock. */
    long nap() {
        return wait == null ? 1 : wait.nap();
    }

    /** Wakes it: from now on it belongs to the thread that tries. For the clock. */
    void wake() {
        asleep = false;
    }

    /** Returns the number of its next alarm; those before it are void. For the clock. */
    int nextAlarm() {
        return ++alarm;
    }

    boolean awaits(int number) {
        return number == alarm;
    }

    /** Tries until there is an answer or another try must wait. Returns whether it is over. May block. */
    boolean tries() {
        try {
            DecidedRequest decided = decided();
            if (decided == null) {
                asleep = true;
                clock.accept(this);
                return false;
            }
            close();
            answer(decided);
        } catch (Throwable e) {
            withdraw(e);
        }
        return true;
    }

    private void answer(DecidedRequest decided) {
        try {
            answer.complete(call.end(decided));
        } catch (Throwable e) {
            if (decided.granted()) {
                acquirer.leaveQuietly(receipts, e);
            }
            fail(e);
        }
    }

    /** Returns the decided request, or null if another try must wait. */
    private @Nullable DecidedRequest decided() throws Throwable {
        DecidedRequest decided = null;
        do {
            if (end != null) {
                throw end;
            }
            WaitingRequest begun = wait;
            if (begun == null) {
                call.begin();
                if (request.timeout().isZero()) {
                    return acquirer.atOnce(request, receipts);
                }
                begun = new WaitingRequest(
                        acquirer, request, receipts, deadline, call.renews(), () -> clock.accept(this));
                wait = begun;
                decided = begun.first();
            } else {
                decided = begun.next();
            }
            if (decided == null && begun.sleeps() && end == null) {
                return null;
            }
        } while (decided == null);
        return decided;
    }

    private void withdraw(Throwable why) {
        try {
            if (wait != null) {
                wait.withdraw(why);
            }
            call.failed(why);
        } finally {
            fail(why);
        }
    }

    /** Answers with that failure, unless there is an answer. For any thread. */
    void fail(Throwable why) {
        answer.completeExceptionally(why);
    }

    private void close() {
        if (wait != null) {
            wait.close();
        }
    }
}
