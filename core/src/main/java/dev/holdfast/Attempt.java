package dev.holdfast;

import dev.holdfast.rules.Outcome;
import dev.holdfast.store.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller's try at one or several commands, on the base of what it knows. Filled in by the caller, answered by whoever
 * leads the round in the {@link Combiner}.
 *
 * <p>Waking a thread costs about as much as deciding for it. So a leader does not wake everybody itself: callers that have not
 * gone to sleep yet find their answers, and the attempts of the others are linked into a tree. The leader publishes the first
 * of them, and each caller that has its answer publishes those below it; none can leave before it was reached.
 */
final class Attempt {
    /** What became of a try. */
    enum Answer {
        /** Decided, and applied if there was anything to change. */
        DONE,
        /** What the caller knew was wrong; it knows better now. */
        STALE,
        /** Somebody is in the middle of a change. */
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
    private Snapshot snapshot;
    private Witness witness = Witness.NONE;
    private List<Outcome> outcomes = List.of();
    private @Nullable Group sent;
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

    /** This, for another thread to bring to its end. */
    Attempt byThisThread() {
        Attempt taken = new Attempt(steps, snapshot);
        taken.usedIds = usedIds;
        taken.witness = witness;
        taken.outcomes = outcomes;
        taken.sent = sent;
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

    /** What comes of it if what it is based on holds; to be answered after. */
    void decided(List<Outcome> decision) {
        outcomes = decision;
    }

    /** Its caller hears of it when it is published. */
    void answer(Answer what, Snapshot known) {
        snapshot = known;
        answer = what;
        failure = null;
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
            // Whatever broke, nobody waits for ever.
            fail(new IllegalStateException("The round broke down before this was decided."), null);
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

    /** Whether the answer is published already; if not, it will come with a wake-up. For its caller. */
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

    /** What came of it, once it is published. */
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

    /** Whether its command may be folded with those of others on the same resource. */
    boolean single() {
        return steps.size() == 1;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** What was found out about the processes of others; nothing at a first try, which is made on a guess. */
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

    /** The changes whose outcome is unknown, after such a failure. */
    @Nullable
    Group sent() {
        return sent;
    }
}
