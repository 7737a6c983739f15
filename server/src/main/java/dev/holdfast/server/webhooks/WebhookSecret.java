package dev.holdfast.server.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret by which a receiver recognises calls of this server: one key, or two while it is replaced, and then a call has a
 * signature with each. Never shown.
 */
public final class WebhookSecret {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String ENCODED = "whsec_";
    private static final int MIN_LENGTH = 32;
    private static final int MIN_BYTES = 24;
    private static final int MAX_KEYS = 2;

    private final List<byte[]> keys;

    private WebhookSecret(List<byte[]> keys) {
        this.keys = keys;
    }

    /**
     * Reads one or two keys, each on a line: a text of at least 32 characters, or {@code whsec_} and at least 24
     * bytes in Base64.
     *
     * @throws IllegalArgumentException if a key is too short or there are too many; the message does not contain it
     */
    public static WebhookSecret of(String text) {
        List<byte[]> keys = new ArrayList<>();
        for (String key : text.strip().split("\\R", -1)) {
            keys.add(key(key.strip()));
        }
        if (keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException(
                    "A webhook has one secret, or two while it is replaced, not " + keys.size() + ".");
        }
        return new WebhookSecret(List.copyOf(keys));
    }

    private static byte[] key(String text) {
        if (!text.startsWith(ENCODED)) {
            if (text.length() < MIN_LENGTH) {
                throw new IllegalArgumentException("The secret of a webhook has at least " + MIN_LENGTH
                        + " characters. Create one with openssl rand -base64 32.");
            }
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            byte[] key = Base64.getDecoder().decode(text.substring(ENCODED.length()));
            if (key.length >= MIN_BYTES) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // said below, without the text
        }
        throw new IllegalArgumentException(
                "After " + ENCODED + ", a secret has at least " + MIN_BYTES + " bytes in Base64.");
    }

    /** Returns the signatures of a call, with a space between them. */
    String signatures(String id, long timestamp, String body) {
        byte[] signed = (id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(signature(key, signed)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] signature(byte[] key, byte[] signed) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
        }
    }

    /** Returns a text without the keys. */
    @Override
    public String toString() {
        return "WebhookSecret";
    }
}
