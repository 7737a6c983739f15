package dev.holdfast.session;

/** Thrown before data is changed without its lock. Nothing was changed. The message says what is missing. */
public final class LockNotHeldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String resource;

    LockNotHeldException(String resource, String message) {
        super(message);
        this.resource = resource;
    }

    /** Returns the first resource that is not held. */
    public String resource() {
        return resource;
    }
}
