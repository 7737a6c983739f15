package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Stamp;
import java.util.List;

/**
 * The answer to a command: the next record of the resource, the outcome for the caller, and the events on the way. Holds in it
 * may carry the placeholders of {@link Stamp} until the change is applied.
 */
public record Decision(LockState next, Outcome outcome, List<Notice> notices) {
    public Decision {
        notices = List.copyOf(notices);
    }
}
