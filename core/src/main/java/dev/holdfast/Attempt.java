package dev.holdfast;

import dev.holdfast.rules.Evidence;
import dev.holdfast.rules.Outcome;
import dev.holdfast.store.Group;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller's try at one or several commands, on the base of what it knows. Filled in by the caller, answered by whoever
 * leads the round in the {@link Combiner}; the answer is published by {@link #answer}.
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

    private final List<Step> steps;
    private final Thread caller = Thread.currentThread();
    private boolean usedIds;
    private Sight sight;
    private @Nullable List<Evidence> evidence;
    private List<Outcome> outcomes = List.of();
    private @Nullable Group sent;
    private @Nullable RuntimeException failure;
    private volatile @Nullable Answer answer;

    Attempt(List<Step> steps, Sight sight) {
        this.steps = steps;
        this.sight = sight;
    }

    /** Says that its ids were used before, so that a record that shows them need not show this attempt. */
    Attempt withUsedIds() {
        usedIds = true;
        return this;
    }

    boolean hasIdsOfItsOwn() {
        return !usedIds;
    }

    /** Makes it ready for another try on the base of what is known by now. */
    void again(List<Evidence> newEvidence) {
        evidence = newEvidence;
        failure = null;
        answer = null;
    }

    void learn(Sight newer) {
        sight = newer;
    }

    /** What comes of it if what it is based on holds; to be answered after. */
    void decided(List<Outcome> decision) {
        outcomes = decision;
    }

    void answer(Answer what, Sight known) {
        sight = known;
        answer = what;
        wake();
    }

    void fail(RuntimeException why, @Nullable Group lost) {
        failure = why;
        sent = lost;
        answer = Answer.FAILED;
        wake();
    }

    private void wake() {
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    boolean answered() {
        return answer != null;
    }

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

    Sight sight() {
        return sight;
    }

    /** What was found out about that step; none at a first try, which is made on a guess. */
    Evidence evidence(int step) {
        return evidence == null ? Evidence.NONE : evidence.get(step);
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
