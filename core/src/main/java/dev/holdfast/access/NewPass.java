package dev.holdfast.access;

/**
 * A pass that was just made, with its secret, which nobody can find out later.
 *
 * @param secret what lets in: {@code hf_} and 43 characters
 */
public record NewPass(String secret, KnownPass known) {
    /** Without the secret, which would else come to stand in logs. */
    @Override
    public String toString() {
        return "NewPass[" + known.id() + "]";
    }
}
