package dev.holdfast.session;

/** Something was about to be changed without the lock that protects it. Nothing was changed; the message says what is missing. */
public final class LockNotHeldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String resource;

    LockNotHeldException(String resource, String message) {
        super(message);
        this.resource = resource;
    }

    /** The first that is not held. */
    public String resource() {
        return resource;
    }
}
