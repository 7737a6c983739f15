package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/** Somebody else has it, or it is used without its lock. The message is one sentence for a person. */
public final class ConcurrencyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConcurrencyException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
