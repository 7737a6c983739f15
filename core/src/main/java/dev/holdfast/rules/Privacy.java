package dev.holdfast.rules;

/** The amount of information that others get about a holder. */
public enum Privacy {
    /** Name, times, note. */
    OPEN,
    /** The name alone. */
    NAME_ONLY,
    /** Only that the resource is held. */
    HIDDEN
}
