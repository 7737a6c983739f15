package dev.holdfast.internal.rules;

import java.time.Duration;

/**
 * The waiters of the manager that releases a resource. Only the first of them may be in the queue; the others wait in the
 * manager's memory.
 *
 * @param next the first of them, which gets the resource in the same change if it is its turn
 * @param behind how many wait behind it
 * @param elapsed how long ago the record was looked at, at least, by the manager's own clock
 */
public record Relay(Claim next, int behind, Duration elapsed) {
    public Relay(Claim next, int behind) {
        this(next, behind, Duration.ZERO);
    }

    /** Returns the same for a record that was looked at so long ago. */
    public Relay after(Duration time) {
        return new Relay(next, behind, time);
    }
}
