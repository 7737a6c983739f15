package dev.holdfast.audit.base;

/** Receives the progress of an audit. */
@FunctionalInterface
public interface Progress {
    /** Ignores the progress. */
    Progress NONE = (read, total) -> {};

    void files(int read, int total);
}
