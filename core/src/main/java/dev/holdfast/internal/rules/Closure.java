package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import java.util.List;

/**
 * The time for which a resource stays closed after an exclusive hold was lost: its holder may still be writing, and a back end
 * that checks no fences would take it. It is a hold of no caller. So it is in the way of all, is shown like every holder, and
 * ends by itself. Only a takeover passes it.
 */
final class Closure {
    private static final Owner NO_CALLER = Owner.of(Closed.OWNER);

    private Closure() {}

    static boolean is(Hold hold) {
        return Closed.is(hold.entries(), hold.owner().id());
    }

    /**
     * Returns the state without that hold, which was lost; closed, if the policy says so and the time for that is not over. A
     * hand-over that its waiter never took up closes nothing: no caller has worked under it, since with a lock delay a waiter
     * confirms it first.
     */
    static LockState after(LockState state, Hold lost, EventKind how, Policy policy, Instant now) {
        LockState left = state.without(lost);
        boolean closes = policy.lockDelay() != null
                && lost.mode() == Mode.EXCLUSIVE
                && !FirstLease.isUnconfirmed(lost)
                && !is(lost);
        if (!closes || !left.holds().isEmpty()) {
            return left;
        }
        Instant since = since(lost, how, policy);
        Instant end = Moments.end(since, policy.lockDelay());
        return end != null && !now.isBefore(end) ? left : left.withHolds(List.of(closure(since, how, policy)));
    }

    /**
     * Returns since when it is closed. What ended by itself may be noticed much later: then it counts from the end of the lease,
     * or from the last heartbeat of a process that is gone.
     */
    private static Instant since(Hold lost, EventKind how, Policy policy) {
        if (how == EventKind.DIED) {
            return lost.seen();
        } else if (how != EventKind.EXPIRED) {
            return Stamp.TIME;
        }
        Instant end = lost.until();
        Instant reclaimed = Moments.end(lost.seen(), policy.reclaimAfter());
        Instant first = Moments.earlier(end, reclaimed);
        return first == null ? lost.seen() : first;
    }

    private static Hold closure(Instant since, EventKind how, Policy policy) {
        return new Hold(
                List.of(),
                NO_CALLER,
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                since,
                since,
                since,
                new Lease(policy.lockDelay(), null, null),
                why(how),
                "",
                true,
                List.of(),
                "");
    }

    private static String why(EventKind how) {
        return switch (how) {
            case EXPIRED -> "the time of its holder ran out";
            case DIED -> "the processes of its holder ended";
            default -> "it was released by force";
        };
    }
}
