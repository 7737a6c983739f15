package dev.holdfast.audit.base;

/** Is told how far a long look is. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress NONE = (read, total) -> {};

    void files(int read, int total);
}
