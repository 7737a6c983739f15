package dev.holdfast.bench.contender;

/** The role of a contender in a table. */
public enum Role {
    /** The bare driver, without a lock library. */
    FLOOR,
    /** Another lock library. */
    PEER,
    /** Holdfast. */
    OURS
}
