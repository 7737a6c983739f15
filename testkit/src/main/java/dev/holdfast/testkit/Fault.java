package dev.holdfast.testkit;

/** The fault of one call of {@code apply} on a {@link FaultyStore}. */
public enum Fault {
    /** Nothing: the call goes through. */
    NONE,
    /** Nothing is applied, and the caller gets a failure. */
    FAILS_BEFORE,
    /** All is applied, but the answer gets lost. */
    FAILS_AFTER,
    /** The answer gets lost, and the change is still on its way: it is applied later. */
    APPLIES_LATE,
    /** The answer gets lost, and so does the change. */
    LOST,
    /** Applied, and applied once more as by a network that repeats itself; the caller gets the first answer. */
    DUPLICATED,
    /** Applied after a short pause. */
    DELAYED,
    /** Nothing is applied: the record is busy. */
    BUSY
}
