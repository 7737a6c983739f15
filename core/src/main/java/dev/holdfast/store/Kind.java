package dev.holdfast.store;

/** The kind of record that a key names. Each kind has one type of body. */
public enum Kind {
    /** A resource's holds and line, under the resource's name. */
    LOCK,
    /** A filled slot of a limit that spans resources. */
    SLOT,
    /** A user's last operation. */
    PACE,
    /** An owner that was ended, under the owner's id. */
    OWNER_ENDED,
    /** Why a hold ended against its owner's will. */
    ENDING,
    /** A user's unfinished text. */
    DRAFT,
    /** An access token of a server, under a hash of its secret. */
    PASS
}
