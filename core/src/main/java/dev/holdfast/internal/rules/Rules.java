package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.TooLargeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The one function that decides. Static, total, deterministic. */
public final class Rules {
    private Rules() {}

    /**
     * Decides a command on a resource.
     *
     * @param state the resource's record, or {@link LockState#FREE}
     * @param evidence made from that very record, or {@link Evidence#NONE}
     * @param now a time of the store's clock at which that record was the current one
     * @throws IllegalArgumentException if the evidence was made from another state
     * @throws TooLargeException if a renewal binds the hold to more processes than its record has room for
     */
    public static Decision decide(LockState state, Command command, Policy policy, Evidence evidence, Instant now) {
        evidence.requireMadeFrom(state);
        return Asking.closed(state, decided(state, command, policy, evidence, now), now);
    }

    private static Decision decided(LockState state, Command command, Policy policy, Evidence evidence, Instant now) {
        if (command instanceof Command.Acquire acquire) {
            return Acquiring.decide(state, acquire, policy, evidence, now);
        }
        if (command instanceof Command.Settle) {
            return new Decision(state.marked(Stamp.TIME), new Outcome.Done(), List.of());
        }
        List<Notice> notices = new ArrayList<>();
        LockState advanced = advance(state, policy, evidence, now, notices);
        Queue queue = new Queue(policy, evidence, now);
        if (command instanceof Command.Renew renew) {
            return renew(advanced, renew, notices);
        } else if (command instanceof Command.Release release) {
            return release(advanced, release, queue, notices);
        } else if (command instanceof Command.ReleaseOwner release) {
            return releaseOwner(advanced, release, queue, now, notices);
        } else if (command instanceof Command.Reserve reserve) {
            return evidence.of(reserve.claim()).ownerEnded()
                    ? new Decision(state, new Outcome.Refused(Refusal.Reason.OWNER_ENDED, List.of(), null), List.of())
                    : queue.reserved(state, advanced, reserve, notices);
        } else if (command instanceof Command.Force force) {
            return force(advanced, force, queue, policy, now, notices);
        } else if (command instanceof Command.Tidy) {
            return new Decision(advanced, new Outcome.Done(), notices);
        }
        return asked(new Asking(state, advanced, policy, evidence, now, notices), command, queue);
    }

    private static Decision asked(Asking asking, Command command, Queue queue) {
        if (command instanceof Command.Ask ask) {
            return asking.ask(ask);
        } else if (command instanceof Command.Respond answer) {
            return asking.answer(answer, queue);
        } else if (command instanceof Command.Show show) {
            return asking.show(show);
        } else if (command instanceof Command.Mute mute) {
            return asking.mute(mute);
        }
        return asking.withdraw((Command.Withdraw) command);
    }

    /** Returns every hold on the resource with its verdict. */
    public static List<LockView.Holder> judge(LockState state, Policy policy, Evidence evidence, Instant now) {
        evidence.requireMadeFrom(state);
        return judged(state, policy, evidence, now);
    }

    /** Returns the same for what is left of the state that the evidence was made from. */
    static List<LockView.Holder> judged(LockState state, Policy policy, Evidence evidence, Instant now) {
        List<LockView.Holder> judged = new ArrayList<>(state.holds().size());
        for (Hold hold : state.holds()) {
            judged.add(new LockView.Holder(hold, Judgement.of(hold, policy, evidence, now)));
        }
        return judged;
    }

    /** Removes what is over by now and hands over to the next waiter what became free. */
    static LockState advance(LockState state, Policy policy, Evidence evidence, Instant now, List<Notice> notices) {
        if (state.isFree()) {
            return state;
        }
        LockState next = Asking.withoutFormer(state, withoutEnded(state, policy, evidence, now, notices), now);
        next = Asking.tidied(next, evidence, now, notices);
        next = withoutDeadWaiters(next, evidence, now);
        Instant markEnd = next.marked() == null ? null : Moments.end(next.marked(), LockState.MARK_LIFE);
        if (markEnd != null && !now.isBefore(markEnd)) {
            next = next.marked(null);
        }
        next = new Queue(policy, evidence, now).promote(next, notices);
        // Those to holds that are over were served, or lapse. What the command ends serves its own.
        return next.withRequests(next.requests().onlyTo(next.holds()));
    }

    private static LockState withoutEnded(
            LockState state, Policy policy, Evidence evidence, Instant now, List<Notice> notices) {
        LockState next = state;
        for (int i = 0; i < state.holds().size(); i++) {
            Hold hold = state.holds().get(i);
            Verdict verdict = Judgement.of(hold, policy, evidence, now);
            if (verdict.ended() && Closure.is(hold)) {
                next = next.without(hold);
            } else if (verdict.ended()) {
                Notice ending = ending(state, hold, verdict, now);
                notices.add(ending);
                next = ending.kind() == LockEvent.EventKind.YIELDED
                        ? next.without(hold)
                        : Closure.after(next, hold, ending.kind(), policy, now);
            }
        }
        return next;
    }

    private static Notice ending(LockState state, Hold hold, Verdict verdict, Instant now) {
        if (verdict == Verdict.DEAD) {
            return Notice.of(LockEvent.EventKind.DIED, hold);
        }
        for (OpenRequest request : state.requests().ending(hold)) {
            if (request.until() != null && !now.isBefore(request.until())) {
                return Asking.yielded(hold, request);
            }
        }
        return Notice.of(LockEvent.EventKind.EXPIRED, hold);
    }

    private static LockState withoutDeadWaiters(LockState state, Evidence evidence, Instant now) {
        if (state.queue().isEmpty()) {
            return state;
        }
        List<Ticket> kept = new ArrayList<>(state.queue().size());
        for (Ticket ticket : state.queue()) {
            if (!ticket.over(now) && !evidence.gone().contains(ticket.claim().id())) {
                kept.add(ticket);
            }
        }
        return kept.size() == state.queue().size() ? state : state.withQueue(kept);
    }

    private static Decision renew(LockState state, Command.Renew renew, List<Notice> notices) {
        Hold hold = state.holdOf(renew.entry());
        if (hold == null) {
            return new Decision(state, new Outcome.NotHeld(), notices);
        }
        Hold renewed = HoldChanges.renewed(hold, renew.entry(), renew.activity(), renew.rebind());
        LockState next = state.replaced(hold, renewed);
        if (renew.rebind() != null && !renew.rebind().isEmpty() && !Room.isIn(next)) {
            // To leave it bound to what it was bound to would end it too early.
            throw new TooLargeException(
                    "The record of the lock has no room for so many processes: bind the hold to fewer,"
                            + " or release entries of it that are no longer needed.");
        }
        return new Decision(next, new Outcome.Renewed(renewed), notices);
    }

    private static Decision release(LockState state, Command.Release release, Queue queue, List<Notice> notices) {
        HoldId entry = release.entry();
        Hold hold = state.holdOf(entry);
        if (hold != null && hold.entries().size() > 1) {
            return new Decision(
                    state.replaced(hold, HoldChanges.left(hold, entry)), new Outcome.Released(List.of()), notices);
        }
        if (hold != null) {
            return release.relay() == null
                    ? released(state, hold, queue, notices)
                    : queue.relayed(state, hold, release.relay(), notices);
        }
        int place = state.placeOf(entry);
        if (place == 0) {
            return new Decision(state, new Outcome.NotHeld(), notices);
        }
        List<Ticket> tickets = new ArrayList<>(state.queue());
        tickets.remove(place - 1);
        LockState left = state.withQueue(tickets);
        Relay relay = release.relay();
        LockState passedOn = relay == null ? left : Queue.queued(left, relay, place - 1);
        return new Decision(queue.promote(passedOn, notices), new Outcome.Released(List.of()), notices);
    }

    private static Decision releaseOwner(
            LockState state, Command.ReleaseOwner release, Queue queue, Instant now, List<Notice> notices) {
        List<Ticket> tickets = new ArrayList<>(state.queue());
        boolean waited = tickets.removeIf(ticket -> ticket.claim().owner().id().equals(release.owner()));
        LockState left = waited ? state.withQueue(tickets) : state;
        Hold hold = left.holdOfOwner(release.owner());
        boolean asked = left.requests().list().stream()
                .anyMatch(request -> request.claim().owner().id().equals(release.owner()));
        if (asked) {
            left = Asking.withoutAsker(left, release.owner(), now);
        }
        if (hold != null) {
            return released(left, hold, queue, notices);
        }
        if (waited || asked) {
            return new Decision(queue.promote(left, notices), new Outcome.Released(List.of()), notices);
        }
        return new Decision(state, new Outcome.NotHeld(), notices);
    }

    private static Decision force(
            LockState state, Command.Force force, Queue queue, Policy policy, Instant now, List<Notice> notices) {
        List<Hold> ended = new ArrayList<>();
        LockState left = state;
        for (Hold hold : state.holds()) {
            if (!Closure.is(hold) && (force.fence() == null || force.fence() == hold.fence())) {
                ended.add(hold);
                left = Closure.after(left, hold, force.as(), policy, now);
                notices.add(new Notice(force.as(), hold, force.actor(), force.reason()));
            }
        }
        if (ended.isEmpty()) {
            return new Decision(state, new Outcome.NotHeld(), notices);
        }
        return new Decision(queue.promote(left, notices), new Outcome.Released(List.copyOf(ended)), notices);
    }

    private static Decision released(LockState state, Hold hold, Queue queue, List<Notice> notices) {
        Notice notice = Notice.of(LockEvent.EventKind.RELEASED, hold);
        Outcome outcome = new Outcome.Released(List.of(hold));
        LockState left = state.without(hold);
        if (left.isFree() && left.requests().isEmpty() && notices.isEmpty()) {
            return new Decision(left, outcome, List.of(notice));
        }
        notices.add(notice);
        return new Decision(queue.promote(left, notices), outcome, notices);
    }
}
