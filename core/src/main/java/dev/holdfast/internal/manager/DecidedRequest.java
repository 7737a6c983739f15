package dev.holdfast.internal.manager;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.manager.Clocks.Moment;
import java.util.List;

/**
 * A request with its result.
 *
 * @param holds none if it was refused
 * @param before a moment before it was sent, from which its holder must count
 */
record DecidedRequest(
        List<Receipt> receipts, List<Hold> holds, List<Refusal> refusals, Snapshot snapshot, Moment before) {

    static DecidedRequest granted(List<Receipt> receipts, List<Hold> holds, Snapshot snapshot, Moment before) {
        return new DecidedRequest(receipts, holds, List.of(), snapshot, before);
    }

    static DecidedRequest refused(List<Refusal> refusals, Snapshot snapshot, Moment before) {
        return new DecidedRequest(List.of(), List.of(), refusals, snapshot, before);
    }

    boolean granted() {
        return !holds.isEmpty();
    }

    /** Returns the result for the caller, with a handle that keeps the holds alive. */
    Acquisition acquisition(HoldBackend backend, Keeper keeper) {
        return granted() ? Acquisition.of(handle(backend, keeper)) : Acquisition.refused(refusals);
    }

    /** Returns a handle on the granted holds. */
    KeptHandle handle(HoldBackend backend, Keeper keeper) {
        return new KeptHandle(backend, keeper, new HandleState(receipts, holds, snapshot), snapshot.asOf(), before);
    }

    Grant grant() {
        return new Grant(receipts, holds, refusals, snapshot.asOf());
    }
}
