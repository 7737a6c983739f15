package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/** Thrown if another owner has the lock, or data is used without its lock. The message is a sentence for the user. */
public final class ConcurrencyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public ConcurrencyException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
