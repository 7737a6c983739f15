package dev.holdfast.cli.hook;

/** The input is no event that can be understood; the message says why. */
final class UnreadableEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableEventException(String message) {
        super(message);
    }
}
