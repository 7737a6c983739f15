package dev.holdfast.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.access.AccessTokens;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Computes keyed hashes (HMAC). Thread-safe. */
final class KeyedHash {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** @param key shared by all servers on the store; null for a random one */
    KeyedHash(@Nullable String key) {
        this.key = new SecretKeySpec((key == null ? AccessTokens.randomText() : key).getBytes(UTF_8), ALGORITHM);
    }

    /** Returns 64 hexadecimal digits, different for every purpose. */
    String of(String purpose, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal((purpose + '\0' + text).getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
        }
    }
}
