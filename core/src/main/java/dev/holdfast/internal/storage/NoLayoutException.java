package dev.holdfast.internal.storage;

/** The cause of a failure to open a database in which Holdfast has no tables yet, and may not make any. */
public final class NoLayoutException extends Exception {
    private static final long serialVersionUID = 1;
}
