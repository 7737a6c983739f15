package dev.holdfast.server.api;

import dev.holdfast.Receipt;
import dev.holdfast.server.http.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Recognises a repetition, without remembering anything: the same key makes the same receipt, on every server, and a receipt
 * finds the grant that was made with it.
 */
final class Idempotency {
    private static final int DIGITS = 32;

    private Idempotency() {}

    static Receipt receipt(Caller caller, String key, String resource) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(caller.name().getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
            byte[] bytes = hash.digest(key.getBytes(StandardCharsets.UTF_8));
            return Receipt.parse(HexFormat.of().formatHex(bytes).substring(0, DIGITS) + '.' + resource);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
