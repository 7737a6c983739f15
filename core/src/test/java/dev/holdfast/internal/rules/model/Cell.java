package dev.holdfast.internal.rules.model;

import dev.holdfast.internal.rules.LockState;

/**
 * One resource in the store.
 *
 * @param present whether there is a record; its version is then {@code last}
 * @param last the largest version the store gave to it
 * @param fence the largest fence ever granted on it
 */
record Cell(LockState state, boolean present, long last, long fence) {
    static final Cell EMPTY = new Cell(LockState.FREE, false, 1, 1);

    Cell with(LockState newState) {
        return new Cell(newState, present, last, fence);
    }
}
