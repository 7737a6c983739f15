package dev.holdfast.store;

import dev.holdfast.rules.Moments;
import java.time.Instant;

/**
 * An event in the history.
 *
 * @param version of the change it belongs to
 * @param at the store's time of that change
 */
public record PastEvent(long version, Instant at, Event event) {
    public PastEvent {
        at = Moments.bounded(at);
    }

    /** Returns the event with its version and time in place of all placeholders. */
    public PastEvent stamped() {
        return new PastEvent(
                version, at, new Event(event.resource(), event.notice().stamped(version, at)));
    }
}
