package dev.holdfast.server.options;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of sign-in.
 *
 * @param tokens whether tokens of the store are accepted
 * @param jwt which JWTs are accepted; null for none
 * @param key the secret of all servers on the store, for sessions; null for a random one
 * @param session how long a session lasts
 */
public record SignInOptions(
        boolean tokens, @Nullable JwtOptions jwt, @Nullable String key, Duration session) {
    /** Tokens only, sessions of a working day. */
    public static final SignInOptions TOKENS = new SignInOptions(true, null, null, Duration.ofHours(8));

    private static final int MIN_KEY_LENGTH = 32;

    public SignInOptions {
        if (key != null && key.length() < MIN_KEY_LENGTH) {
            throw new IllegalArgumentException("A key must have at least " + MIN_KEY_LENGTH
                    + " characters. Create one with: openssl rand -base64 32");
        }
        if (session.isNegative() || session.isZero()) {
            throw new IllegalArgumentException("The length of a session must be positive, not " + session + ".");
        }
        if (!tokens && jwt == null) {
            throw new IllegalArgumentException(
                    "With sign-in, tokens or JWTs must be accepted, since no caller could sign in otherwise.");
        }
    }

    /** Returns a copy that accepts these JWTs; null for none. */
    public SignInOptions jwt(@Nullable JwtOptions newJwt) {
        return new SignInOptions(tokens, newJwt, key, session);
    }

    /** Returns a copy with this secret for sessions; null for a random one. */
    public SignInOptions key(@Nullable String newKey) {
        return new SignInOptions(tokens, jwt, newKey, session);
    }

    /** Returns the options without the key. */
    @Override
    public String toString() {
        return "SignInOptions[tokens=" + tokens + ", jwt=" + jwt + ", session=" + session + "]";
    }
}
