package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Policies;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Effect;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Notice;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one or more attempts folded through the rules. Several attempts in one plan are about the same single
 * resource; an attempt on several resources has a plan of its own. {@link Changes} are what follows from the decisions.
 */
final class Plan {
    /** The outcomes of an attempt that must wait for the next round. */
    private static final List<Outcome> POSTPONED = List.of();

    private static final @Nullable Offer[] NONE = {};

    private final List<Attempt> attempts;
    private final Snapshot snapshot;
    /** Whether another view of the resource may be the later one: then nothing is answered without a check. */
    private final boolean contested;

    private final List<Witness> witnesses;
    private final Policies policies;
    private final Changes changes;
    private final EvidenceSource evidenceSource;
    private final Cohorts cohorts;
    /** The waiters that a release of this plan may hand the resource to, at the place of its attempt. */
    private @Nullable Offer[] offers = NONE;
    /** Whether an answer rests on records that must be checked. */
    private boolean checking;

    private Plan(List<Attempt> attempts, Policies policies, Cohorts cohorts) {
        this.attempts = attempts;
        this.cohorts = cohorts;
        this.snapshot = SnapshotChoice.freshest(attempts);
        this.contested = SnapshotChoice.contested(attempts, snapshot);
        this.changes = new Changes(snapshot, attempts.get(0).steps());
        this.witnesses = witnesses(attempts);
        this.policies = policies;
        this.evidenceSource = new EvidenceSource(snapshot, changes, witnesses, policies, attempts.size() > 1);
    }

    static Plan of(List<Attempt> attempts, Policies policies, Cohorts cohorts) {
        Plan plan = new Plan(attempts, policies, cohorts);
        try {
            for (int i = 0; i < attempts.size(); i++) {
                attempts.get(i).decided(plan.decide(attempts.get(i), i));
            }
        } catch (Throwable e) {
            plan.withdrawOffers();
            throw e;
        }
        // One resource as it was a moment ago is an answer; several must have been so at one and the same moment.
        plan.changes.close(plan.snapshot.guess()
                || plan.contested
                || plan.checking
                || !attempts.get(0).single());
        return plan;
    }

    /** Returns the changes to apply, or null if everything was decided without any. */
    @Nullable
    Group group() {
        return changes.group();
    }

    /** Returns its place in a batch. */
    Key firstKey() {
        return attempts.get(0).steps().get(0).key();
    }

    private static List<Witness> witnesses(List<Attempt> attempts) {
        if (attempts.size() == 1) {
            return List.of(attempts.get(0).witness());
        }
        List<Witness> witnesses = new ArrayList<>(1);
        for (Attempt attempt : attempts) {
            if (!witnesses.contains(attempt.witness())) {
                witnesses.add(attempt.witness());
            }
        }
        return witnesses;
    }

    private List<Outcome> decide(Attempt attempt, int place) {
        if (attempt.single()) {
            Step step = attempt.steps().get(0);
            Outcome outcome = decide(attempt, relaying(step, place));
            Offer offer = offers.length == 0 ? null : offers[place];
            if (offer != null) {
                offer.decided(changes.lock(step.key()));
            }
            return outcome == null ? POSTPONED : List.of(outcome);
        }
        List<Outcome> all = new ArrayList<>(attempt.steps().size());
        boolean refused = false;
        boolean postponed = false;
        for (Step step : attempt.steps()) {
            Outcome outcome = decide(attempt, step);
            refused |= outcome instanceof Outcome.Refused;
            postponed |= outcome == null;
            if (outcome != null) {
                all.add(outcome);
            }
        }
        if (refused || postponed) {
            // All or none: what the other resources would have become is forgotten; only what was seen is checked.
            changes.undo(attempt.steps());
        }
        return postponed ? POSTPONED : all;
    }

    /**
     * Returns the step; if it releases a resource that others of this manager wait for, to the first of them; if a reader
     * acquires it, together with those behind it.
     */
    private Step relaying(Step step, int place) {
        Offer offer = cohorts.offer(step);
        if (offer == null) {
            return step;
        }
        if (offers.length == 0) {
            offers = new Offer[attempts.size()];
        }
        offers[place] = offer;
        Command command = step.command() instanceof Command.Release release
                ? release.to(offer.relay().after(snapshot.age()))
                : ((Command.Acquire) step.command()).with(offer.relay().readers());
        return new Step(step.key(), command, step.policy());
    }

    /** Returns the outcome of one step, and adds its changes; null, and no change, if it must wait for the next round. */
    private @Nullable Outcome decide(Attempt attempt, Step step) {
        LockState before = changes.lock(step.key());
        Evidence evidence = evidenceSource.evidence(step, before);
        Decision decision = Rules.decide(before, step.command(), step.policy(), evidence, snapshot.asOf());
        List<Effect> effects = Effect.of(step.resource(), step.policy(), step.command(), decision);
        boolean changed = !Changes.isSame(decision.next(), before);
        if (refusesUnseen(step, evidence, decision)
                || (snapshot.hearsay() && attempt.single() && !mayRestOnHearsay(decision, changed))
                || (attempts.size() > 1 && mustFollow(step, before, decision, effects))) {
            return null;
        }
        carryOut(step, before, decision, effects);
        if (step.command() instanceof Command.Release release
                && release.relay() != null
                && decision.next().holdOf(release.relay().next().id()) != null) {
            // Also if the release gave it a ticket, to which the resource was handed in the same change.
            allow(release.relay().next(), step.key());
        }
        for (Claim reader : EvidenceSource.readers(step.command())) {
            if (decision.next().holdOf(reader.id()) != null) {
                allow(reader, step.key());
            }
        }
        if (step.command() instanceof Command.Reserve reserve && changed) {
            evidenceSource.check(reserve.claim());
        } else if (step.command() instanceof Command.Ask ask && changed) {
            evidenceSource.check(ask.claim());
        }
        if (step.command() instanceof Command.Acquire acquire) {
            if (changed && !(decision.outcome() instanceof Outcome.Refused)) {
                if (decision.outcome() instanceof Outcome.Granted granted && granted.again()) {
                    // It enters a hold that has its slot, and fills none: what fills the claim's own does not matter.
                    evidenceSource.check(acquire.claim());
                } else {
                    allow(acquire.claim(), step.key());
                }
                if (decision.outcome() instanceof Outcome.Queued) {
                    // A grant writes slot and cooldown. A ticket does not, and would come through before limits unseen.
                    evidenceSource.checkAnswer(acquire.claim(), step.key());
                }
            } else if (contested || (snapshot.mixed() && restsOnOthers(decision.outcome()))) {
                evidenceSource.checkAnswer(acquire.claim(), step.key());
                checking = true;
            }
        }
        return decision.outcome();
    }

    /** Returns whether an outcome rests on other records than the resource's own. */
    private static boolean restsOnOthers(Outcome outcome) {
        return outcome instanceof Outcome.Refused refused
                && (refused.reason() == Refusal.Reason.SLOT_TAKEN
                        || refused.reason() == Refusal.Reason.TOO_SOON
                        || refused.reason() == Refusal.Reason.OWNER_ENDED);
    }

    private void carryOut(Step step, LockState before, Decision decision, List<Effect> effects) {
        changes.become(step.key(), decision.next());
        for (int i = 0; i < effects.size(); i++) {
            changes.add(step.resource(), effects.get(i));
        }
        List<Notice> notices = decision.notices();
        for (int i = 0; i < notices.size(); i++) {
            changes.add(notices.get(i).on(step.resource()));
            if (notices.get(i).kind() == LockEvent.EventKind.HANDED_OVER) {
                checkReceiver(before, notices.get(i).hold().id(), step.key());
            }
        }
    }

    /**
     * Checks what lets that claim have a resource: an owner that is ended while its request is on the way gets nothing any more.
     * Also ends the hold that filled the claim's slot before, which was found to be over: a renewal on its way could revive it.
     */
    private void allow(Claim claim, Key here) {
        evidenceSource.check(claim);
        Key former = evidenceSource.formerResource(claim, here);
        if (former == null || changes.decidesAbout(former)) {
            return;
        }
        Step tidying = evidenceSource.tidying(former);
        LockState there = changes.lock(former);
        Decision decision = Rules.decide(
                there, tidying.command(), tidying.policy(), evidenceSource.evidence(tidying, there), snapshot.asOf());
        carryOut(
                tidying, there, decision, Effect.of(tidying.resource(), tidying.policy(), tidying.command(), decision));
    }

    /**
     * Returns whether a refusal or a wait would rest on processes that were not looked at. A holder that may be dead is no
     * reason to refuse before that.
     */
    private static boolean refusesUnseen(Step step, Evidence evidence, Decision decision) {
        if (evidence.unseen().isEmpty()) {
            return false;
        }
        return step.command() instanceof Command.Acquire
                ? decision.outcome() instanceof Outcome.Refused || decision.outcome() instanceof Outcome.Queued
                : step.command() instanceof Command.Ask && decision.outcome() instanceof Outcome.Requested;
    }

    /**
     * Returns whether a decision is valid although the present time is unknown. That is so only if a change shows that the
     * record is still the same, and if it does not prolong, by a new entry, a hold that may be over.
     */
    private static boolean mayRestOnHearsay(Decision decision, boolean changed) {
        boolean entersAgain = decision.outcome() instanceof Outcome.Granted granted && granted.again();
        return changed && !entersAgain;
    }

    /**
     * Checks the receiver of a resource that is handed over: it must meet what a grant demands, at the moment of the change.
     */
    private void checkReceiver(LockState before, HoldId id, Key key) {
        for (Ticket ticket : before.queue()) {
            if (ticket.claim().id().equals(id)) {
                allow(ticket.claim(), key);
            }
        }
        for (OpenRequest request : before.requests().list()) {
            if (request.claim().id().equals(id)) {
                allow(request.claim(), key);
            }
        }
    }

    /**
     * Returns whether it ends a hold that an earlier command of this very plan began. The next hold would then get the same
     * fence, and the first caller a grant that was over before it was told. A hold that the same decision begins and ends is
     * known to no caller.
     */
    private static boolean endsUnborn(LockState before, Decision decision) {
        for (int i = 0; i < decision.notices().size(); i++) {
            Notice notice = decision.notices().get(i);
            Hold hold = notice.hold();
            if (notice.kind().ends() && hold.fence() == Stamp.VERSION && before.holdOf(hold.id()) != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the decision depends on an earlier command of this plan in a way that only the next round can tell. */
    private boolean mustFollow(Step step, LockState before, Decision decision, List<Effect> effects) {
        if (endsUnborn(before, decision)) {
            return true;
        }
        for (Effect effect : effects) {
            if (changes.names(Changes.keyOf(step.resource(), effect))) {
                return true;
            }
        }
        // When the limit is over depends on the time at which this plan is applied.
        return step.command() instanceof Command.Acquire acquire
                && decision.outcome() instanceof Outcome.Refused refused
                && (refused.reason() == Refusal.Reason.TOO_SOON || refused.reason() == Refusal.Reason.SLOT_TAKEN)
                && evidenceSource.limitChanged(acquire.claim());
    }

    /** Tells every caller what became of its try. */
    void answer(@Nullable Result result) {
        if (!(result instanceof Result.Applied)) {
            withdrawOffers();
        }
        if (result == null) {
            attempts.forEach(attempt -> answer(attempt, snapshot));
        } else if (result instanceof Result.Applied applied) {
            answer(applied);
        } else if (result instanceof Result.Conflict conflict) {
            Snapshot known = changes.corrected(conflict);
            attempts.forEach(attempt -> attempt.answer(Attempt.Answer.STALE, known));
        } else {
            // It may take seconds until the next try gets through. What was true before is too old to prolong a hold
            // on.
            attempts.forEach(attempt -> attempt.answer(Attempt.Answer.BUSY, Snapshot.ASSUMED_ABSENT));
        }
    }

    private void answer(Result.Applied applied) {
        Snapshot known = changes.after(applied);
        OutcomeRecheck recheck = OutcomeRecheck.of(snapshot, known, witnesses, policies);
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            if (!attempt.outcomes().isEmpty()) {
                attempt.decided(stamped(attempt.outcomes(), known, applied.version(), applied.stamp()));
                if (recheck != null && !recheck.stands(attempt)) {
                    attempt.decided(POSTPONED);
                }
            }
            handOver(i, known);
            answer(attempt, known);
        }
    }

    /** Tells the waiters that the resource was to go to. */
    private void handOver(int place, Snapshot known) {
        Offer offer = offers.length == 0 ? null : offers[place];
        if (offer == null) {
            return;
        }
        offers[place] = null;
        // What a change has brought is told in any case, even if the attempt itself must be tried again.
        offer.answer(known, firstKey(), isReleased(attempts.get(place).outcomes()));
    }

    private static boolean isReleased(List<Outcome> outcomes) {
        return !outcomes.isEmpty()
                && outcomes.get(0) instanceof Outcome.Released released
                && (released.heir() != null || !released.holds().isEmpty());
    }

    /** Ends the offers that nothing came of. */
    private void withdrawOffers() {
        for (int i = 0; i < offers.length; i++) {
            Offer offer = offers[i];
            offers[i] = null;
            if (offer != null) {
                offer.withdraw();
            }
        }
    }

    private static void answer(Attempt attempt, Snapshot known) {
        if (attempt.outcomes().isEmpty()) {
            // A decision that rests on hearsay after this must ask the store.
            attempt.answer(Attempt.Answer.STALE, known.hearsay() ? Snapshot.ASSUMED_ABSENT : known);
        } else {
            attempt.answer(Attempt.Answer.DONE, known);
        }
    }

    /** Returns whether a command releases holds: it cannot be repeated without knowing whether it was applied. */
    boolean endsHolds() {
        return attempts.stream()
                .flatMap(attempt -> attempt.steps().stream())
                .map(Step::command)
                .anyMatch(command -> command instanceof Command.Release
                        || command instanceof Command.ReleaseOwner
                        || command instanceof Command.Respond
                        || command instanceof Command.Withdraw
                        || command instanceof Command.Force);
    }

    void fail(RuntimeException failure) {
        for (int i = 0; i < offers.length; i++) {
            Offer offer = offers[i];
            attempts.get(i).offered(offer);
            if (offer != null && failure instanceof OutcomeUnknownException) {
                cohorts.doubts(offer);
            }
        }
        withdrawOffers();
        fail(attempts, failure, group());
    }

    /**
     * Answers all attempts of a plan with a failure. If they are too large together, each is tried by itself: one of them may be
     * too large for all.
     */
    static void fail(List<Attempt> attempts, RuntimeException failure, @Nullable Group group) {
        boolean separable = failure instanceof TooLargeException && attempts.size() > 1;
        for (Attempt attempt : attempts) {
            if (separable) {
                attempt.unfold();
                attempt.answer(Attempt.Answer.STALE, attempt.snapshot());
            } else {
                attempt.fail(failure, group);
            }
        }
    }

    /** Returns whether that very hold is the first in the record, so that it need not be stamped a second time. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isFirst(Hold hold) {
        List<Hold> holds = changes.lock(firstKey()).holds();
        return !holds.isEmpty() && holds.get(0) == hold;
    }

    private List<Outcome> stamped(List<Outcome> decided, Snapshot known, long version, Instant stamp) {
        if (decided.size() == 1) {
            Outcome only = decided.get(0);
            return List.of(
                    only instanceof Outcome.Granted granted && isFirst(granted.hold())
                            ? new Outcome.Granted(known.lock(firstKey()).holds().get(0), granted.again())
                            : only.stamped(version, stamp));
        }
        return decided.stream().map(outcome -> outcome.stamped(version, stamp)).toList();
    }
}
