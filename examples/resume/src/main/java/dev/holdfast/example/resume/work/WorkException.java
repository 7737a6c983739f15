package dev.holdfast.example.resume.work;

import org.jspecify.annotations.Nullable;

/** A part cannot be done as its input is. The message says which, and why. */
public final class WorkException extends Exception {
    private static final long serialVersionUID = 1;

    public WorkException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
