package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Policy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one resource: first come, first served, so that a stream of readers never starves a writer. A release hands the
 * resource to the first waiter. A hand-over that the waiter does not take up in time passes to the next.
 */
public final class Queue {
    /** The maximum number of tickets in one queue. */
    public static final int MAX_TICKETS = 256;
    /** How many holds one change begins at most, so that the records that it checks for them fit every store. */
    public static final int MAX_TOGETHER = 100;
    /** The same where a hold also fills a slot, or starts a cooldown. */
    private static final int MAX_LIMITED = 32;
    /** How long a ticket counts without a heartbeat. */
    public static final Duration TICKET_LIFE = Duration.ofSeconds(15);

    /** How long a reservation of several resources counts. It is not prolonged. */
    public static final Duration RESERVATION_LIFE = Duration.ofSeconds(5);

    private final Policy policy;
    private final Evidence evidence;
    private final Instant now;

    Queue(Policy policy, Evidence evidence, Instant now) {
        this.policy = policy;
        this.evidence = evidence;
        this.now = now;
    }

    /**
     * Hands the resource to the first waiters for as long as their modes go together, up to a maximum. A waiter that could not acquire it now is
     * taken out of the queue; it learns why when it asks again. A waiter whose owner has the resource keeps its place until it
     * enters, and is in the way of no other waiter.
     */
    LockState promote(LockState free, List<Notice> notices) {
        LockState state = free.requests().list().isEmpty() ? free : handedToAskers(free, notices);
        if (state.queue().isEmpty()) {
            return state;
        }
        List<Hold> holds = new ArrayList<>(state.holds());
        List<Ticket> queue = new ArrayList<>(state.queue());
        int place = 0;
        while (place < queue.size()) {
            Claim next = queue.get(place).claim();
            if (mayEnter(next, holds)) {
                // One owner has one hold: its second waiter enters when it looks. An entry made here would never be
                // left again if that waiter is gone.
                place++;
            } else if (queue.get(place).reserved()) {
                // Its request takes it together with the others, and holds none of them before.
                break;
            } else if (indexOfOwner(next.owner().id(), holds) < 0
                    && fits(next.mode(), holds)
                    && mayBegin(notices) > 0) {
                if (!barred(queue.get(place), holds, notices)) {
                    Hold handed = HoldChanges.handedTo(next);
                    holds.add(handed);
                    notices.add(Notice.of(LockEvent.EventKind.HANDED_OVER, handed));
                }
                queue.remove(place);
            } else {
                break;
            }
        }
        return queue.size() == state.queue().size()
                ? state
                : state.with(holds, queue).withTurn(null);
    }

    /**
     * Hands the resource to those to whom the holder gives it, or has promised it: past the queue only where the policy says
     * so. An asker who could not acquire it now gets nothing.
     */
    private LockState handedToAskers(LockState state, List<Notice> notices) {
        LockState next = state;
        for (Notice notice : List.copyOf(notices)) {
            boolean given =
                    notice.kind() == LockEvent.EventKind.YIELDED || notice.kind() == LockEvent.EventKind.RELEASED;
            for (OpenRequest request : given ? state.requests().ending(notice.hold()) : List.<OpenRequest>of()) {
                next = handedTo(next, request.claim(), notices);
            }
            for (OpenRequest request :
                    notice.kind().ends() ? state.requests().to(notice.hold()) : List.<OpenRequest>of()) {
                Hold own = next.holdOf(request.claim().id());
                if (own != null
                        && Upgrade.isMeant(own, request.claim())
                        && Upgrade.isFree(next, own)
                        && mayOperate(request.claim(), notices)) {
                    next = Upgrade.done(next, own, notices);
                }
            }
        }
        return next;
    }

    private LockState handedTo(LockState state, Claim asker, List<Notice> notices) {
        boolean first = policy.requests().first()
                || state.queue().isEmpty()
                || state.queue()
                        .get(0)
                        .claim()
                        .owner()
                        .id()
                        .equals(asker.owner().id());
        if (!first
                || evidence.gone().contains(asker.id())
                || state.holdOf(asker.id()) != null
                || mayBegin(notices) <= 0
                || !mayHave(asker, state.holds(), notices)) {
            return state;
        }
        Hold handed = HoldChanges.granted(asker);
        List<Hold> holds = new ArrayList<>(state.holds());
        holds.add(handed);
        // It may have waited as well.
        List<Ticket> others = state.queue().stream()
                .filter(ticket -> !ticket.claim().id().equals(asker.id()))
                .toList();
        LockState next = state.with(holds, others).withTurn(null);
        if (!Room.isIn(next)) {
            return state;
        }
        notices.add(Notice.of(LockEvent.EventKind.HANDED_OVER, handed));
        return next;
    }

    /** Returns how many further holds a change may begin that brings these. */
    private int mayBegin(List<Notice> notices) {
        int begun = 0;
        for (int i = 0; i < notices.size(); i++) {
            begun += notices.get(i).kind().begins() ? 1 : 0;
        }
        return (policy.cooldown() == null && policy.scope() == null ? MAX_TOGETHER : MAX_LIMITED) - begun;
    }

    /**
     * Lets readers in beside those that have the resource. They stand at the place of a reader that has just got it, so they
     * come in before all that wait behind it. Each meets what a grant demands, or stays out.
     *
     * @param as the name of each grant in the history
     */
    LockState joined(LockState state, List<Claim> readers, LockEvent.EventKind as, List<Notice> notices) {
        int begun = notices.size();
        List<Claim> some = readers.subList(0, Math.min(readers.size(), Math.max(0, mayBegin(notices))));
        while (!some.isEmpty()) {
            List<Hold> holds = new ArrayList<>(state.holds());
            for (Claim reader : some) {
                if (state.isUnknown(reader) && mayHave(reader, holds, notices)) {
                    Hold granted = HoldChanges.granted(reader);
                    holds.add(granted);
                    notices.add(Notice.of(as, granted));
                }
            }
            LockState next = state.withHolds(holds);
            if (Room.isIn(next)) {
                return next;
            }
            notices.subList(begun, notices.size()).clear();
            some = some.subList(0, some.size() / 2);
        }
        return state;
    }

    private boolean mayHave(Claim claim, List<Hold> holds, List<Notice> notices) {
        return fits(claim.mode(), holds)
                && indexOfOwner(claim.owner().id(), holds) < 0
                && !barred(Ticket.drawn(claim, 0), holds, notices);
    }

    /** Releases that hold. The next waiter of the same manager gets the resource if it is its turn, else the queue does. */
    Decision relayed(LockState state, Hold hold, Relay relay, List<Notice> notices) {
        notices.add(Notice.of(LockEvent.EventKind.RELEASED, hold));
        LockState left = state.without(hold);
        Claim next = relay.next();
        if (policy.requests().first() && !left.requests().ending(hold).isEmpty()) {
            LockState handed = promote(left, notices);
            return new Decision(
                    queued(handed, relay, handed.queue().size()), new Outcome.Released(List.of(hold)), notices);
        }
        left = left.withRequests(left.requests().without(request -> request.isTo(hold)));
        if (next.mode() == Mode.SHARED) {
            return relayedToReaders(left, hold, relay, notices);
        }
        Turn turn = Turn.of(left.turn(), hold);
        if (mayTakeOver(left, turn, relay, notices)) {
            Hold heir = HoldChanges.granted(next);
            List<Hold> holds = new ArrayList<>(left.holds());
            holds.add(heir);
            LockState taken =
                    left.with(holds, queueAfter(left, next)).withTurn(isPast(left, next) ? turn.oneMore() : null);
            if (Room.isIn(taken)) {
                notices.add(Notice.of(LockEvent.EventKind.HANDED_OVER, heir));
                return new Decision(taken, new Outcome.Released(List.of(hold), heir), notices);
            }
        }
        LockState handed = promote(left, notices);
        return new Decision(queued(handed, relay, handed.queue().size()), new Outcome.Released(List.of(hold)), notices);
    }

    /** Hands the resource to the queue, in its order; then to readers of the same manager, if none waits any more. */
    private Decision relayedToReaders(LockState left, Hold hold, Relay relay, List<Notice> notices) {
        Claim next = relay.next();
        LockState handed = promote(left, notices);
        Hold own = handed.holdOf(next.id());
        Hold heir = HoldChanges.granted(next);
        LockState taken = null;
        if (own != null && !own.claimed() && own.fence() == Stamp.VERSION) {
            taken = handed.replaced(own, heir);
        } else if (own == null
                && handed.queue().isEmpty()
                && mayBegin(notices) > 0
                && mayHave(next, handed.holds(), notices)) {
            List<Hold> holds = new ArrayList<>(handed.holds());
            holds.add(heir);
            taken = handed.withHolds(holds).withTurn(null);
        }
        if (taken != null && Room.isIn(taken)) {
            if (own == null) {
                notices.add(Notice.of(LockEvent.EventKind.HANDED_OVER, heir));
            }
            return new Decision(
                    joined(taken, relay.readers(), LockEvent.EventKind.HANDED_OVER, notices),
                    new Outcome.Released(List.of(hold), heir),
                    notices);
        }
        return new Decision(queued(handed, relay, handed.queue().size()), new Outcome.Released(List.of(hold)), notices);
    }

    private boolean mayTakeOver(LockState left, Turn turn, Relay relay, List<Notice> notices) {
        Claim next = relay.next();
        return (!isPast(left, next) || turn.allowsOneMore(policy.waiting().turns(), Moments.plus(now, relay.elapsed())))
                && mayHave(next, left.holds(), notices);
    }

    /** Returns whether another manager waits before that claim. */
    private static boolean isPast(LockState left, Claim next) {
        return !left.queue().isEmpty() && left.placeOf(next.id()) != 1;
    }

    /**
     * Returns the queue without the ticket of a claim that is granted. Those behind it need none while their manager has the
     * resource: it hands the resource on, or puts them in the queue.
     */
    private static List<Ticket> queueAfter(LockState left, Claim next) {
        int place = left.placeOf(next.id());
        if (place == 0) {
            return left.queue();
        }
        List<Ticket> queue = new ArrayList<>(left.queue());
        queue.remove(place - 1);
        return queue;
    }

    /** Returns the state with a ticket for these waiters behind so many others, unless they have one or there is no room. */
    static LockState queued(LockState state, Relay relay, int others) {
        Claim next = relay.next();
        if (!state.isUnknown(next) || state.queue().size() >= MAX_TICKETS) {
            return state;
        }
        List<Ticket> queue = new ArrayList<>(state.queue());
        queue.add(others, Ticket.drawn(next, relay.behind()));
        LockState longer = state.withQueue(queue);
        return Room.isIn(longer) ? longer : state;
    }

    /**
     * Reserves the resource, behind all waiters but before the reservations of younger requests. So all queues have any two
     * reservations in the same order, and no two requests wait for each other.
     */
    Decision reserved(LockState before, LockState state, Command.Reserve reserve, List<Notice> notices) {
        Claim claim = reserve.claim();
        if (!state.isUnknown(claim)) {
            return new Decision(state, new Outcome.Queued(state.placeOf(claim.id()), List.of()), notices);
        }
        Ticket ticket = Ticket.reserving(claim, reserve.asked());
        List<Ticket> queue = new ArrayList<>(state.queue());
        int place = 0;
        while (place < queue.size() && !(queue.get(place).reserved() && ticket.goesBefore(queue.get(place)))) {
            place++;
        }
        queue.add(place, ticket);
        LockState next = state.withQueue(queue);
        return queue.size() > MAX_TICKETS || !Room.isIn(next)
                ? new Decision(before, new Outcome.Refused(Refusal.Reason.QUEUE_FULL, List.of(), null), List.of())
                : new Decision(next, new Outcome.Queued(place + 1, List.of()), notices);
    }

    /**
     * Returns whether all waiters before that claim may enter a hold of their own owner: then they are not in its way. A claim
     * without a ticket comes after all of them.
     */
    static boolean letsPass(LockState state, Claim claim) {
        for (int i = 0; i < state.queue().size(); i++) {
            if (state.queue().get(i).claim().id().equals(claim.id())) {
                return true;
            }
            if (!mayEnter(state.queue().get(i).claim(), state.holds())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether what a grant demands of its caller keeps this waiter from the resource. */
    private boolean barred(Ticket ticket, List<Hold> holds, List<Notice> notices) {
        Standing standing = evidence.of(ticket.claim());
        return standing.ownerEnded()
                || standing.slotHolder() != null
                || tooSoonUntil(standing, ticket, policy, now) != null
                || operatesNow(ticket.claim().owner().user(), notices)
                || slotFilled(ticket.claim().slot(), holds);
    }

    private boolean mayOperate(Claim claim, List<Notice> notices) {
        Standing standing = evidence.of(claim);
        return !standing.ownerEnded()
                && tooSoonUntil(standing, null, policy, now) == null
                && !operatesNow(claim.owner().user(), notices);
    }

    /** Returns whether that user acquires or releases with this very change, and must pause after it. */
    private boolean operatesNow(String user, List<Notice> notices) {
        return policy.cooldown() != null
                && !user.isEmpty()
                && notices.stream()
                        .anyMatch(notice -> (notice.kind().begins() || notice.kind() == LockEvent.EventKind.RELEASED)
                                && notice.hold().owner().user().equals(user));
    }

    private static boolean slotFilled(String slot, List<Hold> holds) {
        return !slot.isEmpty() && holds.stream().anyMatch(hold -> hold.slot().equals(slot));
    }

    /**
     * Returns when the user's time between operations is over, or null if it is. Waiting is one operation, however often the
     * waiter asks: only the user's operations elsewhere, since it joined the queue, count against it. An operation with the
     * stamp of the ticket came after it, since too soon after an operation no ticket is given. An operation at {@link
     * Stamp#TIME} belongs to the very change that is decided about, and counts from now on.
     *
     * @param ticket the claim's place in the queue, or null
     */
    static @Nullable Instant tooSoonUntil(Standing standing, @Nullable Ticket ticket, Policy policy, Instant now) {
        Instant last = standing.lastOperation();
        boolean inThisChange = Stamp.TIME.equals(last);
        if (last == null || (ticket != null && !inThisChange && last.isBefore(ticket.since()))) {
            return null;
        }
        Instant free = Moments.end(inThisChange ? now : last, policy.cooldown());
        return free != null && now.isBefore(free) ? free : null;
    }

    private static boolean mayEnter(Claim claim, List<Hold> holds) {
        int own = indexOfOwner(claim.owner().id(), holds);
        return own >= 0
                && holds.get(own).mode().covers(claim.mode())
                && holds.get(own).entries().size() < Hold.MAX_ENTRIES;
    }

    private static int indexOfOwner(String owner, List<Hold> holds) {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).owner().id().equals(owner) && !Closure.is(holds.get(i))) {
                return i;
            }
        }
        return -1;
    }

    static boolean fits(Mode mode, List<Hold> holds) {
        for (int i = 0; i < holds.size(); i++) {
            if (!mode.besides(holds.get(i).mode())) {
                return false;
            }
        }
        return true;
    }
}
