package dev.holdfast.spring;

/** Changes that a transaction has still to write. */
public interface PendingWrites {
    /** Writes them now, if there are any. */
    void write();
}
