package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;

/** Thrown if there is no usable store for locks. */
final class NoStoreException extends NotStartedException {
    private static final long serialVersionUID = 1;

    /**
     * @param message what is wrong
     * @param cure what to do
     */
    NoStoreException(String message, String cure, @Nullable Throwable cause) {
        super(message, cure, cause);
    }

    /** Returns whether the database is of a kind that cannot have locks. */
    boolean unsuitable() {
        return getCause() instanceof IllegalArgumentException;
    }
}
