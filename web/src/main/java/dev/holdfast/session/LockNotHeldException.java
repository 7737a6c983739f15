package dev.holdfast.session;

/**
 * Thrown before data is changed without its lock. Nothing was changed. The message tells the developer which call is missing;
 * the user gets another sentence.
 */
public final class LockNotHeldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String resource;
    private final String why;

    LockNotHeldException(String resource, String message) {
        this(resource, message, "");
    }

    /** @param why a sentence for the user that says why it is not held; may be empty */
    LockNotHeldException(String resource, String message, String why) {
        super(message);
        this.resource = resource;
        this.why = why;
    }

    /** Returns a sentence for the user that says why it is not held; may be empty. */
    String why() {
        return why;
    }

    /** Returns the first resource that is not held. */
    public String resource() {
        return resource;
    }
}
