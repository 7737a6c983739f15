package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a shared hold becomes an exclusive one, in one change and with a new fence. Only the sole holder may do so.
 * One of several asks the others to leave, by a request under the receipt of its hold. It waits for nothing while it asks, and
 * only one of them can ask: so no two holders wait for each other.
 */
final class Upgrade {
    private Upgrade() {}

    /** Returns whether a claim is for more than the hold of the same receipt. */
    static boolean isMeant(Hold own, Claim claim) {
        return own.has(claim.id()) && own.mode() == Mode.SHARED && claim.mode() == Mode.EXCLUSIVE;
    }

    /**
     * Returns the claim of a holder without processes. The hold has its own, and may be bound to others later: those of the
     * claim prove nothing about it.
     */
    static Claim unbound(LockState state, Claim claim) {
        return state.holdOf(claim.id()) == null
                ? claim
                : new Claim(
                        claim.id(),
                        claim.owner().bound(List.of()),
                        claim.mode(),
                        claim.lease(),
                        claim.note(),
                        claim.slot(),
                        claim.type());
    }

    /** Returns whether nothing is in the way: no other holder, and no other caller of the same owner in the same hold. */
    static boolean isFree(LockState state, Hold own) {
        return state.holds().size() == 1 && own.entries().size() == 1;
    }

    /** Returns the holder that has asked the others to leave, or null. */
    static @Nullable Hold asking(LockState state) {
        for (OpenRequest request : state.requests().list()) {
            Hold hold = state.holdOf(request.claim().id());
            if (hold != null) {
                return hold;
            }
        }
        return null;
    }

    /** Returns the state in which that hold is exclusive. Requests to it, and promises, are about it still. */
    static LockState done(LockState state, Hold own, List<Notice> notices) {
        Hold upgraded = HoldChanges.upgraded(own);
        notices.add(new Notice(LockEvent.EventKind.ACQUIRED, upgraded, "", "The shared lock became exclusive."));
        return state.withRequests(state.requests().followed(own, upgraded))
                .replaced(own, upgraded)
                .withTurn(null);
    }

    /** Returns whether the asker was one of the holders, and is no more: it had asked for more than it had. */
    static boolean isFormer(OpenRequest request, LockState before, LockState next) {
        HoldId asker = request.claim().id();
        return before.holdOf(asker) != null
                && next.holdOf(asker) == null
                && !before.requests().of(asker).isEmpty();
    }
}
