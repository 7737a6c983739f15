package dev.holdfast.internal.base;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash SHA-256, as the JDK computes it. Safe for use by many threads. */
public final class Sha256 {
    private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Sha256::create);

    private Sha256() {}

    /** Returns the 32 bytes of the hash. */
    public static byte[] of(byte[] message) {
        return DIGEST.get().digest(message);
    }

    private static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
