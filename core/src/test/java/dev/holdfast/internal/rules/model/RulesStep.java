package dev.holdfast.internal.rules.model;

import org.jspecify.annotations.Nullable;

/**
 * One thing that can happen next.
 *
 * @param against the clients, as a set of bits, for whose waiting it must not be needed: what others do by their own free
 *     will, and the client's own going away
 * @param broken what it broke, if the step itself shows it
 */
record RulesStep(
        String label,
        int against,
        RulesWorld world,
        @Nullable Invariant broken) {}
