package dev.holdfast;

import dev.holdfast.rules.HoldId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The right to renew and give back one hold: the resource and a secret that the caller made before its first try, so that a
 * retry recognises its own grant. It can be stored, and used from another thread, process or machine. Whoever has it has the
 * hold: show it to its owner alone. Stores keep only {@link #holdId}, which does not give the secret away.
 */
public final class Receipt {
    private static final int SECRET_BYTES = 16;
    private static final HexFormat HEX = HexFormat.of();
    private static final ThreadLocal<Entropy> ENTROPY = ThreadLocal.withInitial(Entropy::new);
    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Receipt::sha256);

    private final String resource;
    private final byte[] secret;
    private final HoldId holdId;

    private Receipt(String resource, byte[] secret, HoldId holdId) {
        this.resource = resource;
        this.secret = secret;
        this.holdId = holdId;
    }

    /** A new receipt for that resource. */
    public static Receipt create(String resource) {
        byte[] secret = ENTROPY.get().next();
        return new Receipt(ResourceName.require(resource), secret, hash(secret));
    }

    /** Reads what {@link #text} wrote. */
    public static Receipt parse(String text) {
        int digits = 2 * SECRET_BYTES;
        if (text.length() < digits + 2 || text.charAt(digits) != '.') {
            throw new IllegalArgumentException("A receipt is 32 hexadecimal digits, a dot and the resource's name.");
        }
        byte[] secret;
        try {
            secret = HEX.parseHex(text, 0, digits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("A receipt starts with 32 hexadecimal digits.", e);
        }
        return new Receipt(ResourceName.require(text.substring(digits + 1)), secret, hash(secret));
    }

    /** The same secret for another resource of the same request. */
    Receipt on(String otherResource) {
        return new Receipt(ResourceName.require(otherResource), secret, holdId);
    }

    public String resource() {
        return resource;
    }

    /** What a store knows it by. */
    public HoldId holdId() {
        return holdId;
    }

    /** The receipt as text, secret and all. */
    public String text() {
        return HEX.formatHex(secret) + '.' + resource;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Receipt receipt
                && resource.equals(receipt.resource)
                && MessageDigest.isEqual(secret, receipt.secret);
    }

    @Override
    public int hashCode() {
        return 31 * resource.hashCode() + holdId.hashCode();
    }

    /** Names the hold without giving the secret away, for logs. */
    @Override
    public String toString() {
        return "receipt " + holdId + " for " + resource;
    }

    private static HoldId hash(byte[] secret) {
        ByteBuffer hash = ByteBuffer.wrap(SHA_256.get().digest(secret));
        return new HoldId(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Random bytes taken from the system a few hundred secrets at a time, since each call there is costly. */
    private static final class Entropy {
        /** Gives the system's random bytes as they are; the usual one hashes them once more, at a price. */
        private static final @Nullable SecureRandom PLAIN = plain();

        private static final SecureRandom USUAL = new SecureRandom();

        private byte[] buffer = new byte[256 * SECRET_BYTES];
        private int used = buffer.length;

        private static @Nullable SecureRandom plain() {
            try {
                return SecureRandom.getInstance("NativePRNGNonBlocking");
            } catch (NoSuchAlgorithmException e) {
                return null; // not a Unix
            }
        }

        private void refill() {
            if (PLAIN == null) {
                USUAL.nextBytes(buffer);
            } else {
                buffer = PLAIN.generateSeed(buffer.length);
            }
            used = 0;
        }

        byte[] next() {
            if (used == buffer.length) {
                refill();
            }
            byte[] secret = new byte[SECRET_BYTES];
            System.arraycopy(buffer, used, secret, 0, SECRET_BYTES);
            Arrays.fill(buffer, used, used + SECRET_BYTES, (byte) 0);
            used += SECRET_BYTES;
            return secret;
        }
    }
}
