package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockEvent.EventKind;

/**
 * The progress of a request by a decision.
 *
 * @param request as it is then, or was before it ended
 * @param reply what the holder said to it, or why it ended; may be empty
 */
public record RequestChange(OpenRequest request, RequestState state, String reply) {

    /** Returns the kind of event that tells of it; null if the end of the hold tells enough. */
    EventKind kind() {
        return switch (state) {
            case OPEN -> EventKind.REQUESTED;
            case PROMISED -> EventKind.PROMISED;
            case DECLINED -> EventKind.DECLINED;
            case HANDED -> EventKind.YIELDED;
            case WITHDRAWN -> EventKind.WITHDRAWN;
            case LAPSED -> EventKind.LAPSED;
        };
    }
}
