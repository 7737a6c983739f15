package dev.holdfast.internal.rules;

/**
 * The waiters of the manager that releases a resource. Only the first of them may be in the queue; the others wait in the
 * manager's memory.
 *
 * @param next the first of them, which gets the resource in the same change if it is its turn
 * @param behind how many wait behind it
 */
public record Relay(Claim next, int behind) {}
