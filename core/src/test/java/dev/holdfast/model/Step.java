package dev.holdfast.model;

import org.jspecify.annotations.Nullable;

/**
 * One event that can happen next.
 *
 * @param broken the law that the event itself breaks, or null
 */
record Step(String label, World world, @Nullable Law broken) {
    Step then(World next) {
        return new Step(label, next, broken);
    }

    Step breaking(@Nullable Law law) {
        return new Step(label, world, broken == null ? law : broken);
    }
}
