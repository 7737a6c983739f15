package dev.holdfast;

/** Thrown when the server does not permit a call. Nothing was changed. */
public final class NotPermittedException extends StoreException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with a sentence for people. */
    public NotPermittedException(String message) {
        super(message, null);
    }
}
