package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;

/** There is no place for locks, or none that can be used. */
final class NoStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String cure;

    /**
     * @param message what is wrong
     * @param cure what to do about it
     */
    NoStoreException(String message, String cure, @Nullable Throwable cause) {
        super(message, cause);
        this.cure = cure;
    }

    /** Whether what is there is of a kind that cannot have locks. */
    boolean unsuitable() {
        return getCause() instanceof IllegalArgumentException;
    }

    String cure() {
        return cure;
    }
}
