package dev.holdfast;

import dev.holdfast.rules.Hold;
import java.time.Instant;
import java.util.List;

/**
 * The result of a request made on behalf of another program: holds, or the reasons for a refusal. Only the owner of the
 * receipts keeps the holds alive.
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
