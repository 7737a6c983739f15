package dev.holdfast.rules;

/** What others learn about a holder. */
public enum Privacy {
    /** Name, times, note. */
    OPEN,
    /** The name alone. */
    NAME_ONLY,
    /** Only that somebody has it. */
    HIDDEN
}
