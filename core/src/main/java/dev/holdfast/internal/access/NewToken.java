package dev.holdfast.internal.access;

/**
 * A token that was just created, with its secret, which cannot be read again later.
 *
 * @param secret the text that gives access: {@code hf_} and 43 characters
 */
public record NewToken(String secret, KnownToken known) {
    /** Returns a text without the secret, which would otherwise appear in logs. */
    @Override
    public String toString() {
        return "NewToken[" + known.id() + "]";
    }
}
