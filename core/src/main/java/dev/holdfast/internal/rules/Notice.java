package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;

/**
 * An event of a hold, as the rules announce it.
 *
 * @param actor who caused it, if not the holder; else empty
 * @param reason why, if that was given; else empty
 */
public record Notice(LockEvent.EventKind kind, Hold hold, String actor, String reason) {

    static Notice of(LockEvent.EventKind kind, Hold hold) {
        return new Notice(kind, hold, "", "");
    }

    /** Returns it for the history of a resource. */
    public LockEvent on(String resource) {
        return new LockEvent(resource, kind, hold, actor, reason);
    }
}
