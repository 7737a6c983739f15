package dev.holdfast.cli.owner;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recognises the holds of the instance that acts, however it acquired them. */
public record InstanceOwnership(Optional<Owner> session, List<Receipt> handed) implements HoldOwnership {
    public static InstanceOwnership of(Environment environment, Instance instance) {
        List<Receipt> receipts = new ArrayList<>();
        String handed = environment.variable("HOLDFAST_RECEIPT");
        if (handed != null) {
            handed.lines().forEach(line -> {
                try {
                    receipts.add(Receipt.parse(line.strip()));
                } catch (IllegalArgumentException e) {
                    // Not one of ours, so it opens nothing.
                }
            });
        }
        return new InstanceOwnership(instance.session(), receipts);
    }

    /**
     * Returns whether the hold belongs to the instance. Its receipt was handed to this process, the instance or its {@code run}
     * acquired it, or an entry that was written by hand names the instance.
     */
    @Override
    public boolean owns(LockManager manager, String resource, Hold hold) {
        return session.filter(own -> tookBy(own, hold)).isPresent() || wasHanded(manager, resource, hold);
    }

    /**
     * Returns whether the receipt of the hold was handed to this process. Compares fences, which are unique for a resource; a
     * server reveals no more about the holds of others.
     */
    private boolean wasHanded(LockManager manager, String resource, Hold hold) {
        List<Receipt> fitting = handed.stream()
                .filter(receipt -> receipt.resource().equals(resource))
                .toList();
        return !fitting.isEmpty()
                && manager.holds().view(fitting).stream()
                        .flatMap(Optional::stream)
                        .anyMatch(own -> own.fence() == hold.fence());
    }

    private static boolean tookBy(Owner own, Hold hold) {
        Owner holder = hold.owner();
        boolean foreign = hold.entries().isEmpty();
        return holder.id().equals(own.id())
                || holder.id().startsWith(own.name() + "/")
                || (foreign && holder.name().equals(own.name()));
    }
}
