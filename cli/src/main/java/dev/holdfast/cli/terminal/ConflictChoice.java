package dev.holdfast.cli.terminal;

/** A choice of the user when another owner holds the lock. */
public enum ConflictChoice {
    WAIT,
    CANCEL,
    OVERRIDE
}
