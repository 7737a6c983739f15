package dev.holdfast.cli.owner;

import dev.holdfast.Receipt;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Owner;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Which holds belong to the instance that acts, however it took them. */
public final class Own {
    private final Optional<Owner> session;
    private final Set<HoldId> receipts;

    private Own(Optional<Owner> session, Set<HoldId> receipts) {
        this.session = session;
        this.receipts = receipts;
    }

    public static Own of(Surroundings surroundings, Instance instance) {
        Set<HoldId> receipts = new HashSet<>();
        String handed = surroundings.variable("HOLDFAST_RECEIPT");
        if (handed != null) {
            handed.lines().forEach(line -> {
                try {
                    receipts.add(Receipt.parse(line.strip()).holdId());
                } catch (IllegalArgumentException e) {
                    // Not one of ours, so it opens nothing.
                }
            });
        }
        return new Own(instance.session(), receipts);
    }

    /**
     * Whether it is one's own: its receipt was handed to this process, the instance took it, a {@code run} of the instance
     * did, or an entry that was written by hand names the instance.
     */
    public boolean has(Hold hold) {
        return hold.entries().stream().anyMatch(receipts::contains)
                || session.filter(own -> tookBy(own, hold)).isPresent();
    }

    private static boolean tookBy(Owner own, Hold hold) {
        Owner holder = hold.owner();
        boolean foreign = hold.entries().isEmpty();
        return holder.id().equals(own.id())
                || holder.id().startsWith(own.name() + "/")
                || (foreign && holder.name().equals(own.name()));
    }
}
