package dev.holdfast.internal.rules;

import org.jspecify.annotations.Nullable;

/**
 * The waiters of the manager that releases a resource. Only the first of them may be in the queue; the others wait in the
 * manager's memory.
 *
 * @param next the first of them, which gets the resource in the same change if it is its turn
 * @param then the one after it, which then stands in the queue for all that are left; or null
 * @param behind how many wait behind {@code next}
 */
public record Relay(Claim next, @Nullable Claim then, int behind) {}
