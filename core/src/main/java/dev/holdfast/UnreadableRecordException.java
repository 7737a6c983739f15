package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** A kept text that is not the record it should be. The store that kept it says where, and what to do. */
public final class UnreadableRecordException extends HoldfastException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public UnreadableRecordException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
