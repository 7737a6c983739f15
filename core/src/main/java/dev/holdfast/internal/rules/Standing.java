package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limits on one claim besides the resource's own record. It concerns the claim that would get the resource: the caller's,
 * or that of a waiter to which it is handed over.
 *
 * @param ownerEnded whether the owner was ended
 * @param slotHolder the living hold that fills the slot the claim asks for, or null
 * @param lastOperation when the user last acquired or released a lock, {@link Stamp#TIME} if by this very change, or null
 * @param log what the person asked for on this resource, if the claim asks a holder to hand over; or null
 */
public record Standing(
        boolean ownerEnded,
        @Nullable Hold slotHolder,
        @Nullable Instant lastOperation,
        @Nullable RequestLog log) {
    /** Nothing stands in the way. */
    public static final Standing CLEAR = new Standing(false, null, null);

    public Standing(boolean ownerEnded, @Nullable Hold slotHolder, @Nullable Instant lastOperation) {
        this(ownerEnded, slotHolder, lastOperation, null);
    }
}
