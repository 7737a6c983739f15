package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.time.Instant;

/** Abstract time: what was seen now counts, what was seen long ago is over, whatever the durations are. */
final class RulesTimes {
    private RulesTimes() {}

    static boolean mayEnd(Hold hold) {
        return !old(hold) && (!hold.claimed() || !hold.lease().equals(Lease.NONE));
    }

    static boolean old(Hold hold) {
        return hold.seen().equals(RulesWorld.LONG_AGO);
    }

    static boolean silent(Ticket ticket) {
        return ticket.seen().equals(RulesWorld.LONG_AGO);
    }

    /** The state after time has passed for that hold or ticket; signs of life that are still in flight stay fresh. */
    static LockState aged(LockState state, HoldId id) {
        return new LockState(
                state.holds().stream()
                        .map(hold -> hold.entries().contains(id) && !hold.seen().equals(Stamp.TIME)
                                ? at(hold, RulesWorld.LONG_AGO, hold.fence())
                                : hold)
                        .toList(),
                state.queue().stream()
                        .map(ticket ->
                                ticket.claim().id().equals(id) && !ticket.seen().equals(Stamp.TIME)
                                        ? new Ticket(ticket.claim(), RulesWorld.LONG_AGO, RulesWorld.LONG_AGO)
                                        : ticket)
                        .toList(),
                state.marked());
    }

    /** The state after time has passed for its mark: only on an otherwise empty record does it still show. */
    static LockState markAged(LockState state) {
        Instant marked = state.marked();
        if (marked == null || marked.equals(Stamp.TIME)) {
            return state;
        }
        boolean empty = state.holds().isEmpty() && state.queue().isEmpty();
        return new LockState(state.holds(), state.queue(), empty ? RulesWorld.LONG_AGO : null);
    }

    /** The state with all that no longer matters made alike: fences that were compared, times but the last sign of life. */
    static LockState normal(LockState state) {
        return new LockState(
                state.holds().stream().map(hold -> at(hold, hold.seen(), 1)).toList(),
                state.queue().stream()
                        .map(ticket -> new Ticket(ticket.claim(), ticket.seen(), ticket.seen()))
                        .toList(),
                state.marked());
    }

    private static Hold at(Hold hold, Instant seen, long fence) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                fence,
                seen,
                seen,
                seen,
                hold.lease(),
                hold.note(),
                hold.slot(),
                hold.claimed());
    }
}
