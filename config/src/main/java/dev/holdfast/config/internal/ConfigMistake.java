package dev.holdfast.config.internal;

/** A mistake in a file written by people. The message is a sentence for them, with file and line. */
public final class ConfigMistake extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    ConfigMistake(String message) {
        super(message);
    }
}
