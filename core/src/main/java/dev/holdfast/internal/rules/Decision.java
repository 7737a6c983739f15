package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Stamp;
import java.util.List;

/**
 * The answer to a command: the next record of the resource, the outcome for the caller, and the events on the way. Holds in it
 * may carry the placeholders of {@link Stamp} until the change is applied.
 *
 * @param requests what became of requests to holders
 */
public record Decision(LockState next, Outcome outcome, List<Notice> notices, List<RequestChange> requests) {
    public Decision {
        notices = List.copyOf(notices);
        requests = List.copyOf(requests);
    }

    public Decision(LockState next, Outcome outcome, List<Notice> notices) {
        this(next, outcome, notices, List.of());
    }
}
