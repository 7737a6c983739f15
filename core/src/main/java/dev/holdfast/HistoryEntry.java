package dev.holdfast;

import dev.holdfast.internal.base.Moments;
import java.time.Instant;

/**
 * An event in the history.
 *
 * @param version of the change it belongs to
 * @param at the store's time of that change
 */
public record HistoryEntry(long version, Instant at, LockEvent event) {
    public HistoryEntry {
        at = Moments.bounded(at);
    }

    /** Returns the event with its version and time in place of all placeholders. */
    public HistoryEntry stamped() {
        return new HistoryEntry(version, at, event.stamped(version, at));
    }
}
