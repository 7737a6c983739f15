package dev.holdfast.internal.model;

import org.jspecify.annotations.Nullable;

/**
 * One event that can happen next.
 *
 * @param broken the law that the event itself breaks, or null
 */
record ModelStep(String label, World world, @Nullable Law broken) {
    ModelStep then(World next) {
        return new ModelStep(label, next, broken);
    }

    ModelStep breaking(@Nullable Law law) {
        return new ModelStep(label, world, broken == null ? law : broken);
    }
}
