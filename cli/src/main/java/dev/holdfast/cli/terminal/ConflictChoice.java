package dev.holdfast.cli.terminal;

/** What somebody may want to do about a lock that another has. */
public enum ConflictChoice {
    WAIT,
    CANCEL,
    OVERRIDE
}
