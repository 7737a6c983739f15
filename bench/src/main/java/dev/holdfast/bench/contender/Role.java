package dev.holdfast.bench.contender;

/** The role of a contender in a table. */
public enum Role {
    /** The bare driver, without a lock library. */
    FLOOR,
    /** Another lock library. */
    PEER,
    /** A lock in the memory of the server that ends with its connection: shown, and not compared. */
    SESSION,
    /** Holdfast. */
    OURS
}
