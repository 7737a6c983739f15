package dev.holdfast.internal.rules.model;

/** What must hold in every state or at every step. */
enum Invariant {
    /** Never two exclusive holders, never an exclusive one beside a shared one. */
    EXCLUSION,
    /** An attempt stands in a record once, as a hold or as a ticket; an owner has one hold on a resource. */
    ONCE,
    /** The fences of a resource strictly grow in grant order, and a hold keeps the one it has. */
    FENCES,
    /** A client that was told that it holds, and was not told that it lost it, is in the record. */
    BELIEF,
    /** An acquire that was settled as not granted never comes to hold or to wait in the queue. */
    PHANTOM,
    /** No living client waits behind what is over, or for ever. */
    STUCK
}
