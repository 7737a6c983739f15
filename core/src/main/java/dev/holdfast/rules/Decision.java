package dev.holdfast.rules;

import java.util.List;

/**
 * The answer to a command: what the resource's record becomes, what to tell the caller, what happened on the way. Holds in
 * it may carry the placeholders of {@link Stamp} until the change is applied.
 */
public record Decision(LockState next, Outcome outcome, List<Notice> notices) {
    public Decision {
        notices = List.copyOf(notices);
    }
}
