package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import org.jspecify.annotations.Nullable;

/**
 * The waiters for whom the change of a resource is news. Most changes of one that many want concern a single waiter, or none
 * that waits elsewhere. What may concern others counts as news for all.
 *
 * @param forAll whether all waiters are meant
 * @param claim the claim of the only waiter that is meant, or null
 */
public record News(boolean forAll, @Nullable HoldId claim) {
    static final News FOR_ALL = new News(true, null);
    static final News FOR_NO_ONE = new News(false, null);

    static News forOne(HoldId claim) {
        return new News(false, claim);
    }

    /** Returns for whom a change is news. */
    public static News of(LockState before, LockState next) {
        if ((before.queue().isEmpty() && next.queue().isEmpty())
                || !before.requests().equals(next.requests())) {
            return FOR_ALL;
        }
        if (before.holds().equals(next.holds())) {
            // Others joined the queue, or gave a heartbeat.
            boolean queued = !before.holds().isEmpty() && keepsTickets(before, 0, next);
            return queued ? FOR_NO_ONE : FOR_ALL;
        }
        if (before.holds().size() != 1 || next.holds().size() != 1) {
            return FOR_ALL;
        }
        Hold had = before.holds().get(0);
        Hold has = next.holds().get(0);
        if (had.mode() != Mode.EXCLUSIVE || has.mode() != Mode.EXCLUSIVE) {
            return FOR_ALL;
        }
        return has.claimed() ? within(before, had, next, has) : handedOver(before, next, has);
    }

    /** Returns for whom it is news where a manager takes the resource up, or hands it on among its own waiters: all tickets stay. */
    private static News within(LockState before, Hold had, LockState next, Hold has) {
        boolean takenUp = !had.claimed() && has.id().equals(had.id());
        boolean handedOn = next.turn() != null && !next.turn().equals(before.turn());
        boolean same = before.queue().size() == next.queue().size() && keepsTickets(before, 0, next);
        return (takenUp || handedOn) && same ? FOR_NO_ONE : FOR_ALL;
    }

    /** Returns for whom it is news where the first in the queue gets the resource. */
    private static News handedOver(LockState before, LockState next, Hold has) {
        boolean first = before.placeOf(has.id()) == 1 && keepsTickets(before, 1, next);
        return first ? forOne(has.id()) : FOR_ALL;
    }

    /** Returns whether all who waited, but the first of them, keep their order, and others only come after them. */
    private static boolean keepsTickets(LockState before, int gone, LockState next) {
        int stay = before.queue().size() - gone;
        boolean keeps = stay <= next.queue().size();
        for (int i = 0; keeps && i < stay; i++) {
            keeps = next.queue()
                    .get(i)
                    .claim()
                    .id()
                    .equals(before.queue().get(i + gone).claim().id());
        }
        return keeps;
    }
}
