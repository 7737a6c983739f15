package dev.holdfast;

import dev.holdfast.Clocks.Moment;
import dev.holdfast.rules.Hold;
import java.util.List;

/**
 * What came of a request.
 *
 * @param holds none if it was refused
 * @param before a moment before it was sent, from which its holder must count
 */
record Ruling(List<Receipt> receipts, List<Hold> holds, List<Refusal> refusals, Sight sight, Moment before) {

    static Ruling granted(List<Receipt> receipts, List<Hold> holds, Sight sight, Moment before) {
        return new Ruling(receipts, holds, List.of(), sight, before);
    }

    static Ruling refused(List<Refusal> refusals, Sight sight, Moment before) {
        return new Ruling(List.of(), List.of(), refusals, sight, before);
    }

    boolean granted() {
        return !holds.isEmpty();
    }

    /** With a handle, which keeps it alive. */
    Acquisition acquisition(Custody custody, Keeper keeper) {
        return granted() ? Acquisition.of(handle(custody, keeper)) : Acquisition.refused(refusals);
    }

    /** Of what was granted. */
    LockHandle handle(Custody custody, Keeper keeper) {
        return new LockHandle(custody, keeper, new Grip(receipts, holds, sight), sight.asOf(), before);
    }

    Grant grant() {
        return new Grant(receipts, holds, refusals, sight.asOf());
    }
}
