package dev.holdfast.server.protocol;

/** Thrown for a mistake in the configuration of a protocol. The message names the key, and says what to write instead. */
public final class SettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with that sentence for the operator. */
    public SettingException(String message) {
        super(message);
    }
}
