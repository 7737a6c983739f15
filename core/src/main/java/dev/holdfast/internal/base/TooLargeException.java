package dev.holdfast.internal.base;

/**
 * Says that a change has more than a store takes in one step. Nothing was changed. The same in several smaller steps may succeed.
 */
public final class TooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public TooLargeException(String message) {
        super(message);
    }
}
