package dev.holdfast.internal.rules.model;

import dev.holdfast.internal.rules.LockState;

/**
 * What a change does to one resource.
 *
 * @param absent whether it expects no record; else it expects the current one
 * @param check whether it only expects, and writes nothing
 */
record Part(int resource, boolean absent, boolean check, LockState next) {
    static Part write(int resource, boolean absent, LockState next) {
        return new Part(resource, absent, false, next);
    }

    static Part check(int resource, boolean absent) {
        return new Part(resource, absent, true, LockState.FREE);
    }

    Part with(LockState newNext) {
        return new Part(resource, absent, check, newNext);
    }
}
