package dev.holdfast;

/** The way in which a resource is held: by one owner alone, or by several together. */
public enum Mode {
    /** One holder alone. */
    EXCLUSIVE,
    /** Any number of holders, all of them shared. */
    SHARED;

    /** Returns whether a hold of this mode may stand beside one of the other mode. */
    public boolean besides(Mode other) {
        return this == SHARED && other == SHARED;
    }

    /** Returns whether a hold of this mode already gives all that the other mode would. */
    public boolean covers(Mode wanted) {
        return this == EXCLUSIVE || wanted == SHARED;
    }
}
