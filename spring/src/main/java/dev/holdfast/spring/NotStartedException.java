package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;

/** Thrown if an application cannot start with its locks. The message is one sentence; Spring Boot shows it with the cure. */
public class NotStartedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String cure;

    /**
     * Makes an exception that stops the start.
     *
     * @param message what is wrong
     * @param cure what to do
     */
    public NotStartedException(String message, String cure, @Nullable Throwable cause) {
        super(message, cause);
        this.cure = cure;
    }

    /** Returns what to do. */
    public final String cure() {
        return cure;
    }
}
