package dev.holdfast.rules;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What bears on one claim besides the resource's own record. Holds for whoever would get the resource: the caller, or a waiter
 * that it is handed to.
 *
 * @param ownerEnded whether the owner was ended
 * @param slotHolder the living hold that fills the slot the claim asks for, or null
 * @param lastOperation when the user last acquired or released a lock, or null
 */
public record Standing(
        boolean ownerEnded,
        @Nullable Hold slotHolder,
        @Nullable Instant lastOperation) {
    /** Nothing stands in the way. */
    public static final Standing CLEAR = new Standing(false, null, null);
}
