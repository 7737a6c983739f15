package dev.holdfast.store;

/** Whoever decides does not let this caller do that: nothing was changed. */
public final class NotPermittedException extends StoreException {
    private static final long serialVersionUID = 1;

    public NotPermittedException(String message) {
        super(message, null);
    }
}
