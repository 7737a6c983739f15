package dev.holdfast.cli.terminal;

/** What somebody may want to do about a lock that another has. */
public enum Choice {
    WAIT,
    CANCEL,
    OVERRIDE
}
