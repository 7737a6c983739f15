package dev.holdfast.internal.base;

import java.util.Collection;

/** The mark of a resource that is closed for a while after a loss: a hold of this owner, without an entry. */
public final class Closed {
    /** The id and the name of the owner. */
    public static final String OWNER = "closed after a loss";

    private Closed() {}

    /**
     * Returns whether a hold is that mark.
     *
     * @param entries of the hold: a caller that gives itself this name has one
     * @param ownerId of the hold
     */
    public static boolean is(Collection<?> entries, String ownerId) {
        return entries.isEmpty() && ownerId.equals(OWNER);
    }
}
