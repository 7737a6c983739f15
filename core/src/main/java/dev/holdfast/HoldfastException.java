package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The parent of all exceptions of this library. A caller's mistake, such as a name that is too long or a use after {@code close},
 * is one of the JDK's own exceptions.
 */
public abstract class HoldfastException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    protected HoldfastException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
