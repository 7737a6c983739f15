package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** A store did not do what it was asked. The message is one sentence that names the cause and, where there is one, the cure. */
public abstract class StoreException extends HoldfastException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    protected StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
