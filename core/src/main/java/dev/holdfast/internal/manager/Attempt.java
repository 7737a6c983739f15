package dev.holdfast.internal.manager;

import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller's attempt at one or several commands, based on what the caller knows. The caller fills it in, and the leader of
 * the round in the {@link Combiner} answers it.
 *
 * <p>Waking a thread costs about as much as deciding for it, so a leader does not wake all callers itself. Callers that are
 * still awake find their answers, and the attempts of the others are linked into a tree. The leader publishes the first of
 * them. Each caller that has its answer publishes those below it, and none can leave before it was reached.
 */
final class Attempt {
    /** The answer to an attempt. */
    enum Answer {
        /** Decided, and applied if there was anything to change. */
        DONE,
        /** The caller's knowledge was out of date; it is corrected now. */
        STALE,
        /** Another call is in the middle of a change. */
        BUSY,
        FAILED
    }

    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int PUBLISHED = 2;
    private static final AtomicIntegerFieldUpdater<Attempt> STAGE =
            AtomicIntegerFieldUpdater.newUpdater(Attempt.class, "stage");

    private final List<Step> steps;
    private final Thread caller = Thread.currentThread();
    private boolean usedIds;
    private boolean unfolded;
    private boolean refusable;
    private Snapshot snapshot;
    private Witness witness = Witness.NONE;
    private List<Outcome> outcomes = List.of();
    private @Nullable Group sent;
    private @Nullable Offer offer;
    private @Nullable RuntimeException failure;
    private @Nullable Answer answer;
    private @Nullable Attempt left;
    private @Nullable Attempt right;
    /** Makes all that was written before it visible to the caller. */
    private volatile int stage = AWAKE;

    Attempt(List<Step> steps, Snapshot snapshot) {
        this.steps = steps;
        this.snapshot = snapshot;
    }

    /** Says that its ids were used before, so that a record that shows them need not show this attempt. */
    Attempt withUsedIds() {
        usedIds = true;
        return this;
    }

    boolean hasIdsOfItsOwn() {
        return !usedIds;
    }

    /** Says that its caller does not wait: if it stays busy, it is refused. */
    Attempt refusedIfBusy() {
        refusable = true;
        return this;
    }

    boolean isRefusedIfBusy() {
        return refusable;
    }

    /** Makes the attempt have a change of its own from now on: together with others it was too large. */
    void unfold() {
        unfolded = true;
    }

    /** Returns whether the attempt may be split: each of its commands by itself does what the caller wants. */
    boolean isDivisible() {
        return !single()
                && steps.stream()
                        .map(Step::command)
                        .allMatch(command -> command instanceof Command.Release || command instanceof Command.Renew);
    }

    /** Returns a copy that the calling thread can finish. */
    Attempt byThisThread() {
        Attempt taken = new Attempt(steps, snapshot);
        taken.usedIds = usedIds;
        taken.unfolded = unfolded;
        taken.refusable = refusable;
        taken.witness = witness;
        taken.outcomes = outcomes;
        taken.sent = sent;
        taken.offer = offer;
        taken.failure = failure;
        taken.answer = answer;
        return taken;
    }

    /** Makes it ready for another try on the base of what is known by now. */
    void again(Witness newWitness) {
        witness = newWitness;
        failure = null;
        answer = null;
        stage = AWAKE;
    }

    void learn(Snapshot newer) {
        snapshot = newer;
    }

    /** Sets the outcomes, which are valid if the attempt's snapshot is. The answer follows. */
    void decided(List<Outcome> decision) {
        outcomes = decision;
    }

    /** Sets the answer. The caller sees it when it is published. */
    void answer(Answer what, Snapshot known) {
        snapshot = known;
        answer = what;
        failure = null;
    }

    /** Says whom the resource was to go to with a change that failed, or null. */
    void offered(@Nullable Offer to) {
        offer = to;
    }

    /**
     * Says that a change with a lost answer is settled: whom it was to go to has it or not.
     *
     * @return the holds of waiters that have left without them
     */
    List<HoldId> settleOffer() {
        Offer open = offer;
        offer = null;
        return open == null ? List.of() : open.settle(snapshot.lock(steps.get(0).key()), snapshot);
    }

    void fail(RuntimeException why, @Nullable Group lost) {
        failure = why;
        sent = lost;
        answer = Answer.FAILED;
    }

    /** Publishes the answers of a round. */
    static void publish(List<Attempt> round) {
        List<Attempt> sleepers = new ArrayList<>();
        for (int i = 0; i < round.size(); i++) {
            if (!round.get(i).publishIfAwake()) {
                sleepers.add(round.get(i));
            }
        }
        int size = sleepers.size();
        for (int i = 0; 2 * i + 1 < size; i++) {
            sleepers.get(i).left = sleepers.get(2 * i + 1);
            sleepers.get(i).right = 2 * i + 2 < size ? sleepers.get(2 * i + 2) : null;
        }
        if (size > 0) {
            sleepers.get(0).wake();
        }
    }

    void publish() {
        if (!publishIfAwake()) {
            wake();
        }
    }

    private boolean publishIfAwake() {
        if (answer == null) {
            // No caller waits for ever, even if the round broke down.
            fail(
                    new IllegalStateException(
                            "The request was not decided, since another one of the same round failed: try again."),
                    null);
        }
        if (caller == Thread.currentThread()) {
            stage = PUBLISHED;
            return true;
        }
        return STAGE.compareAndSet(this, AWAKE, PUBLISHED);
    }

    private void wake() {
        stage = PUBLISHED;
        LockSupport.unpark(caller);
    }

    /** Returns whether the answer is published already. If not, it comes with a wake-up. For the caller only. */
    boolean publishedBeforeSleep() {
        return !STAGE.compareAndSet(this, AWAKE, ASLEEP) && stage == PUBLISHED;
    }

    /** Publishes the answers below this one; to be called by its caller as soon as it has its own. */
    void passOn() {
        Attempt first = left;
        Attempt second = right;
        left = null;
        right = null;
        if (first != null) {
            first.wake();
        }
        if (second != null) {
            second.wake();
        }
    }

    boolean published() {
        return stage == PUBLISHED;
    }

    /** Returns the answer, once it is published. */
    @Nullable
    Answer answer() {
        return answer;
    }

    Thread caller() {
        return caller;
    }

    List<Step> steps() {
        return steps;
    }

    /** Returns whether it is about one resource. */
    boolean single() {
        return steps.size() == 1;
    }

    /** Returns whether its command may be folded with those of others on the same resource. */
    boolean isFoldable() {
        return single() && !unfolded;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /**
     * Returns what is known about the processes of others. Nothing is known at a first try, which is based on an assumption.
     */
    Witness witness() {
        return witness;
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Returns the changes whose outcome is unknown after a failure. */
    @Nullable
    Group sent() {
        return sent;
    }
}
