package dev.holdfast.bench.contender;

/** Which part a contender plays in a table. */
public enum Role {
    /** What the server costs without any lock library. */
    FLOOR,
    /** Another lock library. */
    PEER,
    /** Holdfast. */
    OURS
}
