package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Silence;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of asking a holder to hand over. A promise sets the end of the hold, and so does the silence of a holder where the
 * policy says so. What ends the hold then, or a release before, hands the resource to the asker: see {@link Queue#promote}.
 */
final class Asking {
    private final LockState before;
    private final LockState state;
    private final Policy policy;
    private final Evidence evidence;
    private final Instant now;
    private final List<Notice> notices;
    private final List<RequestChange> changes = new ArrayList<>();

    /**
     * @param state without what is over
     * @param notices of what was over
     */
    Asking(LockState before, LockState state, Policy policy, Evidence evidence, Instant now, List<Notice> notices) {
        this.before = before;
        this.state = state;
        this.policy = policy;
        this.evidence = evidence;
        this.now = now;
        this.notices = notices;
    }

    Decision ask(Command.Ask ask) {
        Claim claim = Upgrade.unbound(state, ask.claim());
        List<OpenRequest> same = state.requests().of(claim.id());
        if (!same.isEmpty()) {
            return decision(state, new Outcome.Requested(same));
        }
        RequestLog log = evidence.of(claim).log();
        if (log != null && log.has(claim.id())) {
            // It has ended. To ask the holder once more is another request, which counts.
            return new Decision(before, new Outcome.Requested(List.of()), List.of());
        }
        Hold own = state.holdOf(claim.id());
        List<Hold> inTheWay = state.holds().stream()
                .filter(hold -> !claim.mode().besides(hold.mode()) && !hold.equals(own))
                .toList();
        List<Hold> asked = inTheWay.stream()
                .filter(hold -> !Closure.is(hold))
                .filter(hold -> !state.requests().muted().contains(hold.owner().id()))
                .toList();
        NotAsked reason = reason(claim, inTheWay, asked);
        if (reason != null) {
            return notAsked(reason, null);
        }
        Instant again = tooOftenUntil(
                log == null ? List.of() : log.times(), policy.requests().perHour());
        if (again != null) {
            return notAsked(NotAsked.TOO_OFTEN, again);
        }
        Instant anyAgain = tooOftenUntil(state.requests().asked(), OpenRequests.MAX_PER_HOUR);
        if (anyAgain != null) {
            return notAsked(NotAsked.TOO_MANY, anyAgain);
        }
        List<OpenRequest> made = asked.stream()
                .map(hold -> OpenRequest.of(claim, hold, ask.message()))
                .toList();
        LockState next = state.withRequests(state.requests().and(made, now));
        if (next.requests().list().size() > OpenRequests.MAX || !Room.isIn(next)) {
            return notAsked(NotAsked.TOO_MANY, null);
        }
        made.forEach(request -> changed(request, RequestState.OPEN, ""));
        return decision(next, new Outcome.Requested(made));
    }

    private @Nullable NotAsked reason(Claim claim, List<Hold> inTheWay, List<Hold> asked) {
        if (!policy.requests().allowed()) {
            return NotAsked.OFF;
        } else if (evidence.of(claim).ownerEnded()) {
            return NotAsked.OWNER_ENDED;
        } else if (holdsEnough(claim)) {
            return NotAsked.OWN;
        } else if (Upgrade.asking(state) != null && state.holdOf(claim.id()) != null) {
            return NotAsked.UPGRADING;
        } else if (inTheWay.isEmpty()) {
            return NotAsked.FREE;
        } else if (asked.isEmpty()) {
            return NotAsked.MUTED;
        }
        String person = OpenRequest.person(claim);
        return state.requests().list().stream()
                        .anyMatch(open -> OpenRequest.person(open.claim()).equals(person))
                ? NotAsked.OPEN_ALREADY
                : null;
    }

    private boolean holdsEnough(Claim claim) {
        Hold own = state.holdOf(claim.id());
        return own == null
                ? state.holdOfOwner(claim.owner().id()) != null
                : !Upgrade.isMeant(own, claim) || own.entries().size() > 1;
    }

    /** Returns when one more request is allowed, or null if it is now. */
    private @Nullable Instant tooOftenUntil(List<Instant> asked, int perHour) {
        List<Instant> recent = RequestLog.recent(asked, now).stream()
                .map(time -> time.equals(Stamp.TIME) ? now : time)
                .sorted(Comparator.reverseOrder())
                .toList();
        return recent.size() < perHour ? null : Moments.plus(recent.get(perHour - 1), RequestLog.WINDOW);
    }

    /** Refuses. That changes nothing, as with an acquire. */
    private Decision notAsked(NotAsked reason, @Nullable Instant retryAt) {
        return new Decision(before, new Outcome.NotRequested(reason, retryAt), List.of());
    }

    Decision answer(Command.Respond answer, Queue queue) {
        Hold hold = state.holdOfOwner(answer.holder());
        OpenRequest request = hold == null ? null : state.requests().get(answer.request(), hold);
        if (hold == null || request == null) {
            return decision(state, new Outcome.NotHeld());
        }
        Reply reply = answer.reply();
        if (reply.state() == RequestState.HANDED) {
            return handed(hold, request, reply, queue);
        } else if (request.promised()) {
            // A promise is kept: only to hand over before is still possible.
            return decision(
                    state, new Outcome.Answered(new RequestChange(request, RequestState.PROMISED, request.reply())));
        }
        return reply.state() == RequestState.PROMISED
                ? promised(hold, request, reply)
                : ended(request, RequestState.DECLINED, reply.text());
    }

    private Decision handed(Hold hold, OpenRequest request, Reply reply, Queue queue) {
        // The first of those that the end of the hold serves.
        OpenRequest served = request.endingAt(Moments.FIRST, true, reply.text(), hold.lease());
        notices.add(yielded(hold, served));
        LockState left =
                state.withRequests(state.requests().replaced(request, served)).without(hold);
        LockState next = queue.promote(left, notices);
        RequestChange became = after(next, served);
        RequestChange change = new RequestChange(request, became.state(), became.reply());
        if (change.state() == RequestState.HANDED) {
            changes.add(change); // with the words of the holder
        }
        return decision(next, new Outcome.Answered(change));
    }

    /** Returns the notice that a hold ends because of a request. */
    static Notice yielded(Hold hold, OpenRequest request) {
        return new Notice(EventKind.YIELDED, hold, request.claim().owner().name(), request.reply());
    }

    /** Returns what became of a request whose hold was given up for it: the asker has it, or waits for other holders, or not. */
    private static RequestChange after(LockState next, OpenRequest request) {
        HoldId id = request.claim().id();
        boolean others = next.requests().of(id).stream().anyMatch(other -> holdOf(next, other) != null);
        return has(next, request) || others
                ? new RequestChange(request, RequestState.HANDED, request.reply())
                : new RequestChange(
                        request,
                        RequestState.LAPSED,
                        next.holds().isEmpty()
                                ? "It was given up, but you could not acquire it then."
                                : "It was given up, but not to you: others waited before.");
    }

    /** Returns a state without the requests that are too old, or whose askers have provably ended. */
    static LockState tidied(LockState state, Evidence evidence, Instant now, List<Notice> notices) {
        if (state.requests().isEmpty()) {
            return state;
        }
        LockState next = state;
        for (OpenRequest request : state.requests().list()) {
            Hold hold = holdOf(next, request);
            if (request.over(now) || evidence.gone().contains(request.claim().id())) {
                next = withoutRequest(next, request, now);
            } else if (hold != null && request.unanswered() != null && !now.isBefore(request.unanswered())) {
                next = next.withRequests(next.requests().replaced(request, request.reported()));
                notices.add(new Notice(
                        EventKind.UNANSWERED, hold, request.claim().owner().name(), request.message()));
            }
        }
        return next;
    }

    /** Returns the decision with what became of the requests to holds that ended by it. */
    static Decision closed(LockState before, Decision decision, Instant now) {
        LockState next = withoutFormer(before, decision.next(), now);
        if (before.requests().isEmpty() && next.requests().isEmpty()) {
            return decision;
        }
        List<RequestChange> changes = new ArrayList<>(decision.requests());
        List<Notice> notices = new ArrayList<>(decision.notices());
        for (OpenRequest request : before.requests().list()) {
            OpenRequest open = open(next, request);
            if (open != null && open.fence() != request.fence()) {
                changes.add(new RequestChange(open, open.state(), open.reply()));
            } else if (open == null && !hasEnded(changes, request)) {
                RequestChange change = isGiven(before, decision, request)
                        ? after(next, request)
                        : new RequestChange(request, RequestState.LAPSED, "");
                changes.add(change);
                for (Hold hold : before.holds()) {
                    if (change.state() == RequestState.LAPSED && request.isTo(hold)) {
                        notices.add(new Notice(
                                EventKind.LAPSED, hold, request.claim().owner().name(), ""));
                    }
                }
            }
        }
        return new Decision(
                next.withRequests(next.requests().onlyTo(next.holds())), decision.outcome(), notices, changes);
    }

    /** Returns a state without the requests of former holders. A promise to one of them ends no hold any more. */
    static LockState withoutFormer(LockState before, LockState next, Instant now) {
        LockState left = next;
        for (OpenRequest request : next.requests().list()) {
            if (Upgrade.isFormer(request, before, next)) {
                left = withoutRequest(left, request, now);
            }
        }
        return left;
    }

    /** Returns whether the holder gave up the hold for that request, or released it and the asker got it. */
    private static boolean isGiven(LockState before, Decision decision, OpenRequest request) {
        boolean has = has(decision.next(), request);
        boolean upgrades = has && before.holdOf(request.claim().id()) != null;
        return upgrades
                || decision.notices().stream()
                        .filter(notice -> request.isTo(notice.hold()))
                        .anyMatch(notice ->
                                notice.kind() == EventKind.YIELDED || (notice.kind() == EventKind.RELEASED && has));
    }

    /** Returns whether the asker has what it asked for, under its receipt. */
    private static boolean has(LockState next, OpenRequest request) {
        Hold hold = next.holdOf(request.claim().id());
        return hold != null && hold.mode().covers(request.claim().mode());
    }

    /** Returns what is left of a request: its hold may have another fence since. */
    private static @Nullable OpenRequest open(LockState next, OpenRequest request) {
        return next.requests().list().stream()
                .filter(open -> open.claim().id().equals(request.claim().id())
                        && open.holder().equals(request.holder())
                        && holdOf(next, open) != null)
                .findFirst()
                .orElse(null);
    }

    private static boolean hasEnded(List<RequestChange> changes, OpenRequest request) {
        return changes.stream()
                .anyMatch(change -> change.state().ended()
                        && change.request().claim().id().equals(request.claim().id())
                        && change.request().holder().equals(request.holder()));
    }

    private Decision promised(Hold hold, OpenRequest request, Reply reply) {
        OpenRequest next = endingAt(request, hold, reply.within(), true, reply.text());
        LockState with = replaced(request, next, hold);
        if (!Room.isIn(with)) {
            // The promise counts, not the words.
            next = endingAt(request, hold, reply.within(), true, "");
            with = replaced(request, next, hold);
        }
        changed(next, RequestState.PROMISED, next.reply());
        return decision(with, new Outcome.Answered(new RequestChange(next, RequestState.PROMISED, next.reply())));
    }

    private LockState replaced(OpenRequest request, OpenRequest next, Hold hold) {
        return ending(state, state.withRequests(state.requests().replaced(request, next)), hold, now);
    }

    /**
     * Returns the request with the end that it sets to the hold. That is not before the lease that the holder counts on already:
     * a holder that is cut off from the store believes in it until then. A promise is not for a time after the limit of the hold
     * from its grant, which no renewal puts off: its asker is served then.
     */
    private OpenRequest endingAt(OpenRequest request, Hold hold, Duration within, boolean promise, String words) {
        Instant end = Moments.plus(now, within);
        Instant present = hold.until();
        if (present != null && end.isBefore(present)) {
            end = present;
        }
        Lease before = leaseBefore(state, hold);
        Instant last = promise ? Moments.end(hold.since(), before.absolute()) : null;
        return request.endingAt(last != null && last.isBefore(end) ? last : end, promise, words, before);
    }

    /** Returns the lease that the hold had before any request set its end. */
    private static Lease leaseBefore(LockState from, Hold hold) {
        for (OpenRequest request : from.requests().to(hold)) {
            if (request.lease() != null) {
                return request.lease();
            }
        }
        return hold.lease();
    }

    /** Returns the state in which that hold, of the state it comes from, ends when its requests say so, or as before if none does. */
    private static LockState ending(LockState from, LockState with, Hold hold, Instant now) {
        List<OpenRequest> ending = with.requests().ending(hold);
        Lease lease = leaseBefore(from, hold);
        if (!ending.isEmpty()) {
            Instant since = hold.since().equals(Stamp.TIME) ? now : hold.since();
            Duration limit = Duration.between(since, ending.get(0).until());
            boolean longer = lease.absolute() != null && lease.absolute().compareTo(limit) < 0;
            lease = longer || limit.isZero() || limit.isNegative()
                    ? lease
                    : new Lease(limit, lease.idle(), lease.grace());
        }
        return lease.equals(hold.lease()) ? with : with.replaced(hold, HoldChanges.leased(hold, lease));
    }

    /** Ends a request while the hold goes on. */
    private Decision ended(OpenRequest request, RequestState how, String reply) {
        changed(request, how, reply);
        LockState left = withoutRequest(state, request, now);
        return decision(left, new Outcome.Answered(new RequestChange(request, how, reply)));
    }

    /** Returns a state without the requests of that owner. */
    static LockState withoutAsker(LockState state, String owner, Instant now) {
        LockState left = state;
        for (OpenRequest request : state.requests().list()) {
            if (request.claim().owner().id().equals(owner)) {
                left = withoutRequest(left, request, now);
            }
        }
        return left;
    }

    private static LockState withoutRequest(LockState from, OpenRequest request, Instant now) {
        LockState left = from.withRequests(from.requests().without(request::equals));
        Hold hold = holdOf(left, request);
        return hold == null ? left : ending(from, left, hold, now);
    }

    private static @Nullable Hold holdOf(LockState state, OpenRequest request) {
        return state.holds().stream().filter(request::isTo).findFirst().orElse(null);
    }

    Decision withdraw(Command.Withdraw withdraw) {
        List<OpenRequest> mine = state.requests().list().stream()
                .filter(request -> withdraw.isAbout(request.claim()))
                .toList();
        LockState left = state;
        for (OpenRequest request : mine) {
            changed(request, RequestState.WITHDRAWN, "");
            left = withoutRequest(left, request, now);
        }
        return decision(
                left,
                mine.isEmpty()
                        ? new Outcome.NotHeld()
                        : new Outcome.Answered(new RequestChange(mine.get(0), RequestState.WITHDRAWN, "")));
    }

    Decision mute(Command.Mute mute) {
        if (state.holdOfOwner(mute.holder()) == null) {
            return decision(state, new Outcome.NotHeld());
        }
        return decision(state.withRequests(state.requests().muted(mute.holder(), mute.muted())), new Outcome.Done());
    }

    /** Notes that the holder saw that request, or all. From now on its silence counts. */
    Decision show(Command.Show show) {
        Hold hold = state.holdOfOwner(show.holder());
        if (hold == null) {
            return decision(state, new Outcome.NotHeld());
        }
        RequestPolicy rules = policy.requests();
        LockState next = state;
        for (OpenRequest request : state.requests().to(hold)) {
            if (request.told() == null && show.isAbout(request.claim())) {
                OpenRequest shown = request.shown(
                        rules.silence() == Silence.REPORT && request.until() == null
                                ? Moments.plus(now, rules.after())
                                : null);
                if (rules.silence() == Silence.HAND_OVER && request.until() == null) {
                    shown = endingAt(shown, hold, rules.after(), false, "");
                }
                next = next.withRequests(next.requests().replaced(request, shown));
                changes.add(new RequestChange(shown, shown.state(), shown.reply()));
            }
        }
        return decision(ending(state, next, hold, now), new Outcome.Done());
    }

    private void changed(OpenRequest request, RequestState to, String words) {
        RequestChange change = new RequestChange(request, to, words);
        changes.add(change);
        Hold hold = holdOf(state, request);
        if (hold != null) {
            String text = to == RequestState.OPEN ? request.message() : words;
            notices.add(new Notice(change.kind(), hold, request.claim().owner().name(), text));
        }
    }

    private Decision decision(LockState next, Outcome outcome) {
        return new Decision(next, outcome, notices, changes);
    }
}
