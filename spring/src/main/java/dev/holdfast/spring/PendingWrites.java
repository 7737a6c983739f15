package dev.holdfast.spring;

/** Changes that a transaction has not written yet. */
public interface PendingWrites {
    /** Writes them now, if there are any. */
    void write();
}
