package dev.holdfast;

import dev.holdfast.rules.Hold;
import java.time.Instant;
import java.util.List;

/**
 * What came of a request made on behalf of somebody else: holds, or why not. Nobody keeps them alive but who has the receipts.
 *
 * @param receipts of the holds, in the order of the resources; none if it was refused
 * @param holds as they were granted
 * @param refusals none if it was granted
 * @param asOf the store's time
 */
public record Grant(List<Receipt> receipts, List<Hold> holds, List<Refusal> refusals, Instant asOf) {
    public Grant {
        receipts = List.copyOf(receipts);
        holds = List.copyOf(holds);
        refusals = List.copyOf(refusals);
    }

    public boolean granted() {
        return refusals.isEmpty();
    }
}
