package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Policies;
import dev.holdfast.Refusal;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Judgement;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A second look at outcomes, at the time at which their plan was applied. They were decided at the time of an earlier view: a
 * hold that was in the way then, or that was entered again, may be over by now.
 */
final class OutcomeRecheck {
    private final Snapshot before;
    private final Snapshot after;
    private final List<Witness> witnesses;
    private final Policies policies;

    private OutcomeRecheck(Snapshot before, Snapshot after, List<Witness> witnesses, Policies policies) {
        this.before = before;
        this.after = after;
        this.witnesses = witnesses;
        this.policies = policies;
    }

    /**
     * Returns one, or null if all outcomes stand: all that is there began with this very change, or no time has passed.
     *
     * @param before the view that was decided on
     * @param after the records after the change, and its time
     */
    static @Nullable OutcomeRecheck of(Snapshot before, Snapshot after, List<Witness> witnesses, Policies policies) {
        boolean passed = !before.guess() && after.asOf().isAfter(before.asOf());
        return passed ? new OutcomeRecheck(before, after, witnesses, policies) : null;
    }

    /** Returns whether all outcomes of an attempt stand. */
    boolean stands(Attempt attempt) {
        boolean refused = false;
        for (int i = 0; i < attempt.outcomes().size(); i++) {
            refused |= attempt.outcomes().get(i) instanceof Outcome.Refused;
        }
        for (int i = 0; i < attempt.steps().size(); i++) {
            Outcome outcome = attempt.outcomes().get(i);
            Step step = attempt.steps().get(i);
            // Refused as a whole: what the other steps would have brought was undone.
            if ((!refused || outcome instanceof Outcome.Refused) && !stands(step, outcome)) {
                return false;
            }
        }
        return true;
    }

    private boolean stands(Step step, Outcome outcome) {
        if (outcome instanceof Outcome.Granted || outcome instanceof Outcome.Renewed) {
            HoldId entry = entry(step.command());
            Hold hold = entry == null ? null : after.lock(step.key()).holdOf(entry);
            return hold == null || !isOver(step, hold);
        }
        if (outcome instanceof Outcome.Queued) {
            return !timeChanged(step) || staysRefused(step);
        }
        if (outcome instanceof Outcome.Refused refused) {
            boolean byTheLock = refused.reason() == Refusal.Reason.HELD
                    || refused.reason() == Refusal.Reason.QUEUE
                    || refused.reason() == Refusal.Reason.QUEUE_FULL;
            return (byTheLock && !timeChanged(step)) || staysRefused(step);
        }
        return true;
    }

    private static @Nullable HoldId entry(Command command) {
        if (command instanceof Command.Acquire acquire) {
            return acquire.claim().id();
        }
        return command instanceof Command.Renew renew ? renew.entry() : null;
    }

    private boolean isOver(Step step, Hold hold) {
        Instant until = hold.until();
        if (until != null && !after.asOf().isBefore(until)) {
            return true;
        }
        return !hold.seen().equals(after.asOf()) && ended(step, after, hold, after.asOf());
    }

    /** Returns whether a hold or a ticket that counted at the time of the view is over at the time of the change. */
    private boolean timeChanged(Step step) {
        LockState state = before.lock(step.key());
        for (Hold hold : state.holds()) {
            if (ended(step, before, hold, before.asOf()) != ended(step, before, hold, after.asOf())) {
                return true;
            }
        }
        for (Ticket ticket : state.queue()) {
            if (ticket.until().isAfter(before.asOf()) && !ticket.until().isAfter(after.asOf())) {
                return true;
            }
        }
        return false;
    }

    private boolean ended(Step step, Snapshot snapshot, Hold hold, Instant now) {
        LockState state = snapshot.lock(step.key());
        return Judgement.of(hold, step.policy(), evidenceSource(snapshot, step).evidence(step, state), now)
                .ended();
    }

    /** Returns whether the rules still do not grant the lock. */
    private boolean staysRefused(Step step) {
        LockState state = after.lock(step.key());
        Outcome now = Rules.decide(
                        state,
                        step.command(),
                        step.policy(),
                        evidenceSource(after, step).evidence(step, state),
                        after.asOf())
                .outcome();
        return !(now instanceof Outcome.Granted);
    }

    private EvidenceSource evidenceSource(Snapshot snapshot, Step step) {
        return new EvidenceSource(snapshot, new Changes(snapshot, List.of(step)), witnesses, policies, false);
    }
}
