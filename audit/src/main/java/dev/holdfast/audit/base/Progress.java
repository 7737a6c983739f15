package dev.holdfast.audit.base;

/** Receives the progress of an audit. */
@FunctionalInterface
public interface Progress {
    /** Ignores the progress. */
    Progress NONE = (read, total) -> {};

    /** Called when that many of all files were read. */
    void files(int read, int total);
}
