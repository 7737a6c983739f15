package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import org.jspecify.annotations.Nullable;

/**
 * A loop.
 *
 * @param over what it goes over; empty if it goes on while a condition holds
 * @param variable what each round is given; may be empty
 * @param condition for how long; empty if it goes over something
 * @param outer the loop around it, if any
 */
public record Loop(
        String over,
        String variable,
        String condition,
        Place place,
        @Nullable Loop outer) {
    /** Whether nothing but a jump or an exception ends it. */
    public boolean endless() {
        return over.isEmpty() && (condition.isEmpty() || condition.equals("true"));
    }

    public boolean repeats() {
        return over.isEmpty();
    }
}
