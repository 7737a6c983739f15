package dev.holdfast.cli.audit;

/** Receives the progress of an audit. */
@FunctionalInterface
public interface AuditProgress {
    void files(int read, int total);
}
