package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rules of acquiring: own holds first, then limits, then the holders in the way, then the queue. */
final class Acquiring {
    private final LockState before;
    private final Command.Acquire command;
    private final Policy policy;
    private final Evidence evidence;
    private final Instant now;
    private final List<Notice> notices = new ArrayList<>();
    private final LockState state;

    private Acquiring(LockState before, Command.Acquire command, Policy policy, Evidence evidence, Instant now) {
        this.before = before;
        this.command = command;
        this.policy = policy;
        this.evidence = evidence;
        this.now = now;
        this.state = Rules.advance(before, policy, evidence, now, notices);
    }

    static Decision decide(LockState before, Command.Acquire command, Policy policy, Evidence evidence, Instant now) {
        return new Acquiring(before, command, policy, evidence, now).decide();
    }

    private Decision decide() {
        Claim claim = command.claim();
        Hold own = state.holdOf(claim.id());
        if (own != null) {
            return known(own);
        }
        Standing standing = evidence.of(claim);
        if (standing.ownerEnded()) {
            return refused(Refusal.Reason.OWNER_ENDED, null);
        }
        Hold sameOwner = state.holdOfOwner(claim.owner().id());
        if (sameOwner != null) {
            return entered(sameOwner);
        }
        Instant free = Queue.tooSoonUntil(standing, state.ticketOf(claim.id()), policy, now);
        if (free != null) {
            return refused(Refusal.Reason.TOO_SOON, free);
        }
        if (standing.slotHolder() != null) {
            return slotTaken(standing.slotHolder());
        }
        if (command.takeover() != null) {
            return overridden(command.takeover());
        }
        boolean fits = Queue.fits(claim.mode(), state.holds());
        if (fits && Queue.letsPass(state, claim)) {
            Decision granted = granted(state.holds(), state.queue().isEmpty() ? state.queue() : withoutTicket());
            return isCrowded() && !Room.isIn(granted.next())
                    ? refused(Refusal.Reason.QUEUE_FULL, earliestEnd())
                    : granted;
        }
        if (command.queue() && policy.waiting().allowed()) {
            return inLine(fits);
        }
        return refused(fits ? Refusal.Reason.QUEUE : Refusal.Reason.HELD, earliestEnd());
    }

    /**
     * Decides for a retry of a caller that was granted already, or for a waiter to whom the resource was handed over. A request
     * for more than the hold of the same receipt is no retry, but an upgrade.
     */
    private Decision known(Hold own) {
        if (!own.mode().covers(command.claim().mode())) {
            return upgraded(own);
        }
        if (FirstLease.isOver(own, command.claim().id())) {
            return new Decision(state, new Outcome.Granted(own, true), notices);
        }
        Hold taken = HoldChanges.renewed(own, command.claim().id(), true, null);
        LockState next = together(state.replaced(own, taken), LockEvent.EventKind.HANDED_OVER);
        return new Decision(next, new Outcome.Granted(taken, false), notices);
    }

    private Decision upgraded(Hold own) {
        if (evidence.of(command.claim()).ownerEnded()) {
            return refused(Refusal.Reason.OWNER_ENDED, null);
        }
        Instant free = Queue.tooSoonUntil(evidence.of(command.claim()), null, policy, now);
        if (free != null) {
            return refused(Refusal.Reason.TOO_SOON, free);
        }
        if (Upgrade.isFree(state, own)) {
            LockState next = Upgrade.done(state, own, notices);
            Hold upgraded = next.holds().get(0);
            return new Decision(next, new Outcome.Granted(upgraded, false), notices);
        }
        Hold asking = Upgrade.asking(state);
        return asking != null && !asking.equals(own)
                ? refused(Refusal.Reason.UPGRADING, judged(asking::equals), earliestEnd())
                : refused(Refusal.Reason.UPGRADE, judged(hold -> !hold.equals(own)), null);
    }

    private Decision entered(Hold sameOwner) {
        Claim claim = command.claim();
        if (!sameOwner.mode().covers(claim.mode())) {
            return refused(Refusal.Reason.UPGRADE, judged(hold -> !hold.equals(sameOwner)), null);
        }
        if (sameOwner.entries().size() >= Hold.MAX_ENTRIES) {
            return refused(Refusal.Reason.TOO_MANY_ENTRIES, null);
        }
        Hold entered = HoldChanges.entered(sameOwner, claim);
        LockState next = state.replaced(sameOwner, entered).withQueue(withoutTicket());
        if (!Room.isIn(next)) {
            return refused(Refusal.Reason.TOO_MANY_ENTRIES, null);
        }
        return new Decision(next, new Outcome.Granted(entered, true), notices);
    }

    private Decision overridden(Command.Takeover takeover) {
        List<Hold> kept = new ArrayList<>(state.holds());
        for (Hold hold : state.holds()) {
            if (!command.claim().mode().besides(hold.mode())) {
                kept.remove(hold);
                notices.add(new Notice(LockEvent.EventKind.OVERRIDDEN, hold, takeover.actor(), takeover.reason()));
            }
        }
        return granted(kept, withoutTicket());
    }

    /** Returns whether the record names others already. One claim by itself always has room. */
    private boolean isCrowded() {
        return !state.holds().isEmpty() || !state.queue().isEmpty();
    }

    private Decision granted(List<Hold> beside, List<Ticket> queue) {
        Hold hold = HoldChanges.granted(command.claim());
        List<Hold> holds = List.of(hold);
        if (!beside.isEmpty()) {
            holds = new ArrayList<>(beside);
            holds.add(hold);
        }
        Notice acquired = Notice.of(LockEvent.EventKind.ACQUIRED, hold);
        LockState next = state.with(holds, queue);
        if (command.takeover() == null && queue.size() < state.queue().size()) {
            next = next.withTurn(null); // It was its turn in the queue.
        }
        if (notices.isEmpty() && command.readers().isEmpty()) {
            return new Decision(next, new Outcome.Granted(hold, false), List.of(acquired));
        }
        notices.add(acquired);
        return new Decision(together(next, LockEvent.EventKind.ACQUIRED), new Outcome.Granted(hold, false), notices);
    }

    /** Lets the readers in that wait directly behind this one in the same manager. */
    private LockState together(LockState next, LockEvent.EventKind as) {
        return command.readers().isEmpty()
                ? next
                : new Queue(policy, evidence, now).joined(next, command.readers(), as, notices);
    }

    private Decision inLine(boolean fits) {
        int place = state.placeOf(command.claim().id());
        List<Ticket> queue = state.queue();
        if (place == 0) {
            if (queue.size() >= Queue.MAX_TICKETS) {
                return refused(Refusal.Reason.QUEUE_FULL, earliestEnd());
            }
            queue = new ArrayList<>(queue);
            queue.add(Ticket.drawn(command.claim(), command.behind()));
            place = queue.size();
        } else if (queue.get(place - 1).fading(now)) {
            queue = new ArrayList<>(queue);
            queue.set(place - 1, queue.get(place - 1).refreshed(command.behind()));
        }
        LockState next = queue == state.queue() ? state : state.withQueue(queue);
        if (queue.size() > state.queue().size() && !Room.isIn(next)) {
            return refused(Refusal.Reason.QUEUE_FULL, earliestEnd());
        }
        return new Decision(next, new Outcome.Queued(place, inTheWay(fits)), notices);
    }

    private Decision slotTaken(Hold holder) {
        LockView.Holder judged = new LockView.Holder(holder, Verdict.LIVE);
        return new Decision(
                before, new Outcome.Refused(Refusal.Reason.SLOT_TAKEN, List.of(judged), holder.until()), List.of());
    }

    private Decision refused(Refusal.Reason reason, @Nullable Instant retryAt) {
        return refused(reason, inTheWay(false), retryAt);
    }

    /**
     * Refuses. That changes nothing: what is over stays until the next grant or sweep removes it. So it names no hold that the
     * next change would hand over: that resource is free, and its waiters are first. Only a promise is kept by it: its asker may
     * be gone, and would be in the way of every caller until its own hold begins and ends.
     */
    private Decision refused(Refusal.Reason reason, List<LockView.Holder> because, @Nullable Instant retryAt) {
        List<LockView.Holder> holders = new ArrayList<>(because.size());
        for (LockView.Holder judged : because) {
            Hold hold = judged.hold();
            if (!hold.since().equals(Stamp.TIME) || before.holdOf(hold.id()) != null) {
                holders.add(judged);
            }
        }
        boolean free = reason == Refusal.Reason.HELD && holders.isEmpty();
        Outcome refused = new Outcome.Refused(free ? Refusal.Reason.QUEUE : reason, List.copyOf(holders), retryAt);
        boolean promised = notices.stream().anyMatch(notice -> notice.kind() == LockEvent.EventKind.YIELDED);
        return promised ? new Decision(state, refused, notices) : new Decision(before, refused, List.of());
    }

    private List<LockView.Holder> judged(Predicate<Hold> which) {
        return inTheWay(false).stream()
                .filter(judged -> which.test(judged.hold()))
                .toList();
    }

    private List<LockView.Holder> inTheWay(boolean fits) {
        return fits ? List.of() : Rules.judged(state, policy, evidence, now);
    }

    private @Nullable Instant earliestEnd() {
        Instant earliest = null;
        for (Hold hold : state.holds()) {
            earliest = Moments.earlier(earliest, hold.until());
        }
        return earliest;
    }

    private List<Ticket> withoutTicket() {
        List<Ticket> queue = new ArrayList<>(state.queue());
        queue.removeIf(ticket -> ticket.claim().id().equals(command.claim().id()));
        return queue;
    }
}
