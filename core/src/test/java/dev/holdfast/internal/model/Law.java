package dev.holdfast.internal.model;

/** A property that must hold in every state or at every step. */
enum Law {
    /** Two owners that both believe they hold one resource do so in shared mode. */
    EXCLUSION,
    /** A client that believes it holds a resource is in its record, unless a person ended the hold. */
    BELIEF,
    /** Each grant of a resource has a larger fence than all before; only a second entry into a living hold shares one. */
    FENCES,
    /** One user has one living hold in a scope (C1). */
    SLOT,
    /** A user gets no lock within the pause after the user's last operation (C4). */
    COOLDOWN,
    /** An ended owner gets nothing after its end, and has nothing once the end is complete. */
    ENDED,
    /** No hold ends because of death or clean-up while its process is proven alive; and none as dead that is not. */
    ALIVE,
    /** A client that has finished, or has lost its handle, leaves nothing in the store. */
    LEFT
}
