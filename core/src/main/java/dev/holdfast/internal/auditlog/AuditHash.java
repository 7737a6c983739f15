package dev.holdfast.internal.auditlog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hash that chains the lines of an audit log: SHA-256 over the hash of the line before and the content of the line. With a
 * key it is the HMAC of RFC 2104, which cannot be computed again without the key. Not thread-safe.
 */
public final class AuditHash {
    /** The hash before the first line. */
    public static final String NONE = "0".repeat(64);

    private static final HexFormat HEX = HexFormat.of();
    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest digest;
    private final byte @Nullable [] key;

    /** @param key null for none */
    public AuditHash(@Nullable String key) {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
        byte[] bytes = key == null ? new byte[0] : key.getBytes(UTF_8);
        this.key = key == null ? null : Arrays.copyOf(bytes.length > BLOCK ? digest.digest(bytes) : bytes, BLOCK);
    }

    /** Returns whether there is a key. */
    public boolean keyed() {
        return key != null;
    }

    /** Returns the hash of a line, in 64 hexadecimal digits. */
    public String of(String previous, byte[] content) {
        byte[] before = previous.getBytes(US_ASCII);
        if (key == null) {
            digest.update(before);
            return HEX.formatHex(digest.digest(content));
        }
        digest.update(mixed(key, INNER));
        digest.update(before);
        byte[] inner = digest.digest(content);
        digest.update(mixed(key, OUTER));
        return HEX.formatHex(digest.digest(inner));
    }

    private static byte[] mixed(byte[] key, byte with) {
        byte[] mixed = new byte[key.length];
        for (int i = 0; i < key.length; i++) {
            mixed[i] = (byte) (key[i] ^ with);
        }
        return mixed;
    }
}
