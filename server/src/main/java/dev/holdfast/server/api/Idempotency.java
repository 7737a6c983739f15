package dev.holdfast.server.api;

import dev.holdfast.Receipt;
import dev.holdfast.server.http.Caller;
import dev.holdfast.store.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Recognises a repetition, without remembering anything: the same key makes the same receipt, on every server, and a receipt
 * finds the grant that was made with it.
 */
final class Idempotency {
    private static final int DIGITS = 32;

    private Idempotency() {}

    static Receipt receipt(Caller caller, String key, String resource) {
        byte[] hash = Sha256.of((caller.name() + '\0' + key).getBytes(StandardCharsets.UTF_8));
        return Receipt.parse(HexFormat.of().formatHex(hash).substring(0, DIGITS) + '.' + resource);
    }
}
