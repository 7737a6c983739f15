package dev.holdfast.internal.rules.model;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.OpenRequests;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.RequestChange;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A defect of the rules of requests that the exploration must find. */
enum HandOverTwist {
    NONE(null),
    /** A hand-over does not look at its receiver. */
    RECEIVER_NOT_CHECKED(HandOverLaw.RECEIVER),
    /** A promise leaves the lease as it is. */
    PROMISE_DOES_NOT_CAP(HandOverLaw.PROMISE),
    /** A promise ends the hold before the lease that its holder counts on. */
    PROMISE_BEFORE_THE_LEASE(HandOverLaw.BELIEF),
    /** A request stays when its hold is released. */
    REQUEST_OUTLIVES_ITS_HOLD(HandOverLaw.ENDS),
    /** A request to a hold that ended is forgotten, and its asker never told. */
    LAPSE_NOT_TOLD(HandOverLaw.ENDS),
    /** A request that was declined stays, and is served by the release. */
    DECLINED_BUT_KEPT(HandOverLaw.ONCE),
    /** The asker inherits the fence. */
    FENCE_INHERITED(HandOverLaw.FENCE),
    /** The holder keeps its hold beside that of the asker. */
    HOLDER_STAYS(HandOverLaw.EXCLUSION),
    /** The asker passes the queue, although the policy does not say so. */
    QUEUE_PASSED(HandOverLaw.QUEUE),
    /** A user may have several open requests. */
    SEVERAL_OPEN(HandOverLaw.ONE_OPEN),
    /** Only the requests to the present hold are counted. */
    NOT_COUNTED(HandOverLaw.PER_HOUR),
    /** A request is said to be handed over although another one got the resource. */
    SAYS_HANDED(HandOverLaw.HANDED),
    /** A resource is open right after a loss. */
    OPEN_AFTER_LOSS(HandOverLaw.CLOSED),
    /** A release closes the resource as a loss does. */
    CLOSED_BY_RELEASE(HandOverLaw.OPEN),
    /** A reader becomes exclusive beside others. */
    UPGRADED_BESIDES(HandOverLaw.EXCLUSION),
    /** An upgraded hold keeps its fence. */
    UPGRADED_UNDER_OLD_FENCE(HandOverLaw.FENCE),
    /** Two readers ask each other to leave. */
    BOTH_ASK(HandOverLaw.ONE_LEAVES),
    /** A promise to a reader that has left still ends the hold. */
    STILL_PROMISED(HandOverLaw.LEASE);

    private final HandOverLaw breaks;

    HandOverTwist(HandOverLaw breaks) {
        this.breaks = breaks;
    }

    HandOverLaw breaks() {
        return breaks;
    }

    Decision decide(LockState state, Command command, Policy policy, Evidence evidence, Instant now) {
        Decision right = Rules.decide(state, command, policy, evidence.on(state), now);
        return switch (this) {
            case RECEIVER_NOT_CHECKED ->
                command instanceof Command.Respond
                        ? Rules.decide(
                                state,
                                command,
                                policy,
                                new Evidence(Set.of(), Set.of(), Set.of(), Map.of()).on(state),
                                now)
                        : right;
            case PROMISE_DOES_NOT_CAP ->
                promises(right)
                        ? next(right, holdsOf(state, right), right.next().requests())
                        : right;
            case PROMISE_BEFORE_THE_LEASE ->
                promises(right) ? next(right, shorter(right, now), moved(right, now)) : right;
            case REQUEST_OUTLIVES_ITS_HOLD ->
                command instanceof Command.Release && !right.next().holds().isEmpty()
                        ? new Decision(
                                with(right.next(), right.next().holds(), state.requests()),
                                right.outcome(),
                                right.notices(),
                                right.requests())
                        : right;
            case LAPSE_NOT_TOLD ->
                new Decision(
                        right.next(),
                        right.outcome(),
                        right.notices(),
                        right.requests().stream()
                                .filter(change -> change.state() != RequestState.LAPSED)
                                .toList());
            case DECLINED_BUT_KEPT -> declines(right) ? next(right, right.next().holds(), state.requests()) : right;
            case FENCE_INHERITED ->
                next(right, inherited(state, right), right.next().requests());
            case HOLDER_STAYS ->
                hands(right) ? next(right, both(state, right), right.next().requests()) : right;
            case QUEUE_PASSED -> Rules.decide(state, command, passing(policy), evidence.on(state), now);
            case SEVERAL_OPEN -> several(state, command, policy, evidence, now, right);
            case NOT_COUNTED ->
                command instanceof Command.Ask ask
                        ? Rules.decide(
                                state, command, policy, uncounted(ask, evidence).on(state), now)
                        : right;
            case SAYS_HANDED ->
                new Decision(
                        right.next(),
                        right.outcome(),
                        right.notices(),
                        right.requests().stream()
                                .map(change -> change.state() == RequestState.LAPSED
                                        ? new RequestChange(change.request(), RequestState.HANDED, "")
                                        : change)
                                .toList());
            case OPEN_AFTER_LOSS -> LossDefects.open(state, command, policy, evidence, now);
            case CLOSED_BY_RELEASE -> LossDefects.closedByRelease(state, policy, evidence, now, right);
            case UPGRADED_BESIDES -> LossDefects.upgradedBesides(state, command, right);
            case UPGRADED_UNDER_OLD_FENCE ->
                next(
                        right,
                        LossDefects.upgradedUnderOldFence(state, right),
                        right.next().requests());
            case BOTH_ASK -> LossDefects.bothAsk(state, command, policy, evidence, now, right);
            case STILL_PROMISED ->
                next(
                        right,
                        LossDefects.stillPromised(state, command, right),
                        right.next().requests());
            default -> right;
        };
    }

    private static boolean answered(Decision decision, RequestState state) {
        return decision.outcome() instanceof Outcome.Answered answered
                && answered.change().state() == state;
    }

    private static boolean promises(Decision decision) {
        return answered(decision, RequestState.PROMISED);
    }

    private static boolean declines(Decision decision) {
        return answered(decision, RequestState.DECLINED);
    }

    private static boolean hands(Decision decision) {
        return answered(decision, RequestState.HANDED);
    }

    private static LockState with(LockState state, List<Hold> holds, OpenRequests requests) {
        return new LockState(holds, state.queue(), state.marked(), state.turn(), requests);
    }

    private static Decision next(Decision right, List<Hold> holds, OpenRequests requests) {
        return new Decision(with(right.next(), holds, requests), right.outcome(), right.notices(), right.requests());
    }

    private static List<Hold> holdsOf(LockState before, Decision right) {
        return right.next().holds().stream()
                .map(hold -> leased(hold, before.holdOf(hold.id()).lease()))
                .toList();
    }

    private static List<Hold> shorter(Decision right, Instant now) {
        return right.next().holds().stream()
                .map(hold -> leased(hold, Lease.of(Duration.between(hold.seen(), now.plus(HandOverWorld.UNIT)))))
                .toList();
    }

    private static OpenRequests moved(Decision right, Instant now) {
        return new OpenRequests(
                right.next().requests().list().stream()
                        .map(request -> request.until() == null
                                ? request
                                : new OpenRequest(
                                        request.claim(),
                                        request.holder(),
                                        request.fence(),
                                        request.message(),
                                        request.asked(),
                                        request.told(),
                                        now.plus(HandOverWorld.UNIT),
                                        request.promised(),
                                        request.reply(),
                                        request.lease(),
                                        request.unanswered()))
                        .toList(),
                right.next().requests().muted(),
                right.next().requests().asked());
    }

    private static Hold leased(Hold hold, Lease lease) {
        return copy(hold, hold.fence(), lease);
    }

    static Hold copy(Hold hold, long fence, Lease lease) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                fence,
                hold.since(),
                hold.active(),
                hold.seen(),
                lease,
                hold.note(),
                hold.slot(),
                hold.claimed());
    }

    private static List<Hold> inherited(LockState before, Decision right) {
        long old = before.holds().isEmpty() ? 0 : before.holds().get(0).fence();
        return right.next().holds().stream()
                .map(hold -> hold.fence() == Stamp.VERSION && old > 0 ? copy(hold, old, hold.lease()) : hold)
                .toList();
    }

    private static List<Hold> both(LockState before, Decision right) {
        List<Hold> holds = new ArrayList<>(right.next().holds());
        holds.addAll(before.holds());
        return holds.stream().distinct().toList();
    }

    private static Policy passing(Policy policy) {
        RequestPolicy rules = policy.requests();
        return policy.toBuilder()
                .requests(new RequestPolicy(true, true, rules.perHour(), rules.silence(), rules.after()))
                .build();
    }

    private static Evidence uncounted(Command.Ask ask, Evidence evidence) {
        Standing known = evidence.standings().getOrDefault(ask.claim().id(), Standing.CLEAR);
        RequestLog log = known.log() == null
                ? null
                : new RequestLog(known.log().user(), known.log().requests(), List.of());
        return Evidence.about(
                ask.claim().id(), new Standing(known.ownerEnded(), known.slotHolder(), known.lastOperation(), log));
    }

    private static Decision several(
            LockState state, Command command, Policy policy, Evidence evidence, Instant now, Decision right) {
        boolean refused = right.outcome() instanceof Outcome.NotRequested not && not.reason() == NotAsked.OPEN_ALREADY;
        if (!refused) {
            return right;
        }
        LockState alone = with(state, state.holds(), OpenRequests.NONE);
        Decision made = Rules.decide(alone, command, policy, evidence.on(alone), now);
        List<OpenRequest> all = new ArrayList<>(state.requests().list());
        all.addAll(made.next().requests().list());
        return next(
                made,
                made.next().holds(),
                new OpenRequests(all, List.of(), made.next().requests().asked()));
    }
}
