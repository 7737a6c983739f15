package dev.holdfast.cli.audit;

/** Is told how far a long look is. */
@FunctionalInterface
public interface AuditProgress {
    void files(int read, int total);
}
