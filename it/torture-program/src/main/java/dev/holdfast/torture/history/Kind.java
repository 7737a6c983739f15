package dev.holdfast.torture.history;

/** The kinds of operations. */
public enum Kind {
    /** A request for locks. */
    ACQUIRE,
    /** A request that takes the locks from their holders. */
    TAKEOVER,
    /** A handle made of receipts that another process offered. */
    ATTACH,
    /** A renewal that the worker asked for. */
    RENEW,
    /** A question to the store whether a fence still counts. */
    VERIFY,
    /** A write to the protected register, right after the worker found that it holds. */
    WRITE,
    /** The end of a handle by its worker. */
    RELEASE,
    /** The end of a handle whose hold goes on. */
    DETACH,
    /** A handle that reported its loss. */
    LOST,
    /** A release of all holds of a resource by another than their holders. */
    FORCE,
    /** The end of an owner. */
    END_OWNER,
    /** A look at what an ended owner holds. */
    LIST_OWNER,
    /** A look at what is left of a lost handle that was closed. */
    REMAINDER,
    /** A look at a resource after all workers have ended. */
    LEFTOVER,
    /** A write as the register saw it, in its order. */
    REGISTERED,
    /** An update of an unguarded counter as the register saw it. */
    COUNTED,
    /** A process that did not end as it should. */
    PROCESS
}
