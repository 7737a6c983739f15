package dev.holdfast.audit.read;

/** A file is not what its name says. The message says why, in a few words. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message) {
        super(message);
    }
}
