package dev.holdfast.protocol.terraform;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import dev.holdfast.internal.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A key that encrypts states: AES-256-GCM by the streaming construction of Tink, whose segments cannot be changed, reordered or
 * cut off. Each version has a key of its own, derived from this one, and is bound to its name and id.
 */
final class StateKey {
    private static final int BYTES = 32;
    private static final int SEGMENT = 64 << 10;
    private static final int ID_BYTES = 6;

    private final String id;
    private final AesGcmHkdfStreaming cipher;

    private StateKey(String id, AesGcmHkdfStreaming cipher) {
        this.id = id;
        this.cipher = cipher;
    }

    /**
     * Reads a key.
     *
     * @param text 32 bytes in Base64
     * @throws IllegalArgumentException if it is none; the message does not contain it
     */
    static StateKey of(String text) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException e) {
            key = new byte[0]; // the message of the decoder would tell a part of the key
        }
        if (key.length != BYTES) {
            throw new IllegalArgumentException("A key has " + BYTES
                    + " random bytes in Base64: make one with openssl rand -base64 " + BYTES + ".");
        }
        byte[] hash = Sha256.of(concatenated("holdfast state key id\0".getBytes(StandardCharsets.US_ASCII), key));
        try {
            return new StateKey(
                    HexFormat.of().formatHex(hash, 0, ID_BYTES),
                    new AesGcmHkdfStreaming(key, "HmacSha256", BYTES, SEGMENT, 0));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM lacks AES-GCM.", e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Returns what tells it from other keys. It is kept with each version, and no secret. */
    String id() {
        return id;
    }

    /** Returns a stream that encrypts. It must be closed for the last segment to be written. */
    OutputStream encrypting(OutputStream to, String bound) throws IOException {
        try {
            return cipher.newEncryptingStream(to, bound.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IOException("The state cannot be encrypted.", e);
        }
    }

    /** Returns a stream that decrypts, and fails for bytes that are not as they were written. */
    InputStream decrypting(InputStream from, String bound) throws IOException {
        try {
            return cipher.newDecryptingStream(from, bound.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IOException("The state cannot be decrypted.", e);
        }
    }
}
