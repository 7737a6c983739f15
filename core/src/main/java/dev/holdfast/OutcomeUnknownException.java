package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The answer got lost: the change may have been applied, may not have been, or may still be. */
public final class OutcomeUnknownException extends StoreException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
