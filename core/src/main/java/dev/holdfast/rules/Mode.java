package dev.holdfast.rules;

/** How a resource is held: by one owner alone, or by many at once. */
public enum Mode {
    EXCLUSIVE,
    SHARED;

    /** Whether a hold of this mode may stand beside one of the other mode. */
    public boolean besides(Mode other) {
        return this == SHARED && other == SHARED;
    }

    /** Whether a hold of this mode already gives all that the other mode would. */
    boolean covers(Mode wanted) {
        return this == EXCLUSIVE || wanted == SHARED;
    }
}
