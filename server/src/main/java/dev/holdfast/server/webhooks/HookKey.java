package dev.holdfast.server.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The operator's key, from which the secrets of hooks are derived that administrators create. So no secret is in the store, where
 * every program with its address could read it. Never shown.
 */
public final class HookKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_LENGTH = 32;

    private final SecretKeySpec key;

    private HookKey(SecretKeySpec key) {
        this.key = key;
    }

    /**
     * Reads a key: a text of at least 32 characters.
     *
     * @throws IllegalArgumentException if it is shorter; the message does not contain it
     */
    public static HookKey of(String text) {
        String key = text.strip();
        if (key.length() < MIN_LENGTH) {
            throw new IllegalArgumentException("The key for webhooks of administrators has at least " + MIN_LENGTH
                    + " characters. Create one with openssl rand -base64 32.");
        }
        return new HookKey(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    }

    /** Returns the secret of a hook, as {@link WebhookSecret#of} reads it. */
    String secret(String name, String id) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] secret = mac.doFinal(("webhook\n" + name + "\n" + id).getBytes(StandardCharsets.UTF_8));
            return "whsec_" + Base64.getEncoder().encodeToString(secret);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
        }
    }

    /** Returns a text without the key. */
    @Override
    public String toString() {
        return "HookKey";
    }
}
