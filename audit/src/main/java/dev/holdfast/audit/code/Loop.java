package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import org.jspecify.annotations.Nullable;

/**
 * A loop.
 *
 * @param over the elements that it iterates over; empty if it has a condition
 * @param variable the loop variable; may be empty
 * @param condition the condition; empty if it iterates over elements
 * @param outer the loop around it, if any
 */
public record Loop(
        String over,
        String variable,
        String condition,
        Place place,
        @Nullable Loop outer) {
    public boolean repeats() {
        return over.isEmpty();
    }
}
