package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The store could not be reached, or did not take part: nothing was changed by the call. */
public final class StoreUnreachableException extends StoreException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public StoreUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
