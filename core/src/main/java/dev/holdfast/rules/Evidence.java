package dev.holdfast.rules;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the rules cannot find out by themselves, gathered by the caller.
 *
 * @param gone holds and tickets whose processes are all proven gone
 * @param alive holds with a process proven to run
 * @param ownerEnded whether the owner of the command was ended
 * @param slotHolder the living hold that fills the slot the command asks for, or null
 * @param lastOperation when the user last took or gave back a lock, or null
 */
public record Evidence(
        Set<HoldId> gone,
        Set<HoldId> alive,
        boolean ownerEnded,
        @Nullable Hold slotHolder,
        @Nullable Instant lastOperation) {
    public static final Evidence NONE = new Evidence(Set.of(), Set.of(), false, null, null);

    public Evidence {
        gone = Set.copyOf(gone);
        alive = Set.copyOf(alive);
    }

    public static Evidence gone(HoldId... holds) {
        return new Evidence(Set.of(holds), Set.of(), false, null, null);
    }
}
