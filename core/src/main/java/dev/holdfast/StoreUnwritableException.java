package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The store is there but cannot be written or read as it is (rights, a full disk, a damaged file): nothing was changed. */
public final class StoreUnwritableException extends StoreException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public StoreUnwritableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
