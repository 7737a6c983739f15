package dev.holdfast;

import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.base.Sha256;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * The right to renew and release one hold. It consists of the resource and a secret that the caller made before its first try,
 * so that a retry recognises its own grant. It can be stored, and used from another thread, process or machine. Any program
 * with the receipt controls the hold, so show it to its owner alone. Stores keep only {@link #holdId}, which does not reveal
 * the secret.
 */
public final class Receipt {
    private static final int SECRET_BYTES = 16;
    private static final HexFormat HEX = HexFormat.of();
    private static final ThreadLocal<Entropy> ENTROPY = ThreadLocal.withInitial(Entropy::new);

    private final String resource;
    private final byte[] secret;
    private final HoldId holdId;

    private Receipt(String resource, byte[] secret, HoldId holdId) {
        this.resource = resource;
        this.secret = secret;
        this.holdId = holdId;
    }

    /** Returns a new receipt for a resource. */
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

    /** Returns a receipt with the same secret for another resource of the same request. */
    public Receipt on(String otherResource) {
        return new Receipt(ResourceName.require(otherResource), secret, holdId);
    }

    /** Returns those receipts in the one canonical order of their resources. */
    public static List<Receipt> inOrder(Collection<Receipt> receipts) {
        if (receipts.isEmpty()) {
            throw new IllegalArgumentException("Name at least one receipt.");
        }
        return receipts.stream().sorted(Comparator.comparing(Receipt::resource)).toList();
    }

    public String resource() {
        return resource;
    }

    /** Returns the id by which a store knows the hold. */
    public HoldId holdId() {
        return holdId;
    }

    /** Returns the receipt as text, with its secret. */
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

    /** Returns the name of the hold without the secret, for logs. */
    @Override
    public String toString() {
        return "receipt " + holdId + " for " + resource;
    }

    private static HoldId hash(byte[] secret) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.of(secret));
        return new HoldId(hash.getLong(), hash.getLong());
    }

    /** Random bytes taken from the system a few hundred secrets at a time once there are many, since each call is costly. */
    private static final class Entropy {
        private static final int FIRST = 4;
        private static final int MANY = 256;

        /** The source of random bytes on Unix. The JDK's own sources take long to be found there. */
        private static final File SYSTEM = new File("/dev/urandom");

        private byte[] buffer = new byte[FIRST * SECRET_BYTES];
        private int used = buffer.length;
        private boolean again;

        private void refill() {
            buffer = new byte[(again ? MANY : FIRST) * SECRET_BYTES];
            again = true;
            if (!fromSystem(buffer)) {
                Usual.RANDOM.nextBytes(buffer);
            }
            used = 0;
        }

        private static boolean fromSystem(byte[] bytes) {
            try (FileInputStream system = new FileInputStream(SYSTEM)) {
                return system.readNBytes(bytes, 0, bytes.length) == bytes.length;
            } catch (IOException e) {
                return false; // not a Unix
            }
        }

        /** The JDK's, which is not looked for until it is needed. */
        private static final class Usual {
            static final SecureRandom RANDOM = new SecureRandom();
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
