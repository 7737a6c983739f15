package dev.holdfast.internal.rules;

import java.time.Duration;
import java.util.List;

/**
 * The waiters of the manager that releases a resource. Only the first of them may be in the queue; the others wait in the
 * manager's memory.
 *
 * @param next the first of them, which gets the resource in the same change if it is its turn
 * @param behind how many wait behind it
 * @param elapsed how long ago the record was looked at, at least, by the manager's own clock
 * @param readers if the first is a reader: those directly behind it, who come in together with it
 */
public record Relay(Claim next, int behind, Duration elapsed, List<Claim> readers) {
    public Relay {
        readers = List.copyOf(readers);
    }

    public Relay(Claim next, int behind) {
        this(next, behind, List.of());
    }

    public Relay(Claim next, int behind, List<Claim> readers) {
        this(next, behind, Duration.ZERO, readers);
    }

    /** Returns the same for a record that was looked at so long ago. */
    public Relay after(Duration time) {
        return new Relay(next, behind, time, readers);
    }
}
