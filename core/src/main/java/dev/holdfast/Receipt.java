package dev.holdfast;

import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
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
    private static final String NO_RECEIPT = "This is not a receipt: copy it as it was shown, all of it.";
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

    /**
     * Returns a receipt with a secret that the caller made.
     *
     * @param secret 16 bytes that cannot be guessed
     */
    public static Receipt of(String resource, byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("The secret of a receipt has 16 bytes, not " + secret.length + ".");
        }
        byte[] copy = secret.clone();
        return new Receipt(ResourceName.require(resource), copy, hash(copy));
    }

    /** Reads what {@link #text} wrote, now or in an earlier version. */
    public static Receipt parse(String text) {
        int digits = 2 * SECRET_BYTES;
        if (text.length() > digits && text.charAt(digits) == '.') {
            return readOld(text, digits);
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(NO_RECEIPT, e);
        }
        if (bytes.length <= SECRET_BYTES) {
            throw new IllegalArgumentException(NO_RECEIPT);
        }
        byte[] secret = Arrays.copyOf(bytes, SECRET_BYTES);
        String resource = new String(bytes, SECRET_BYTES, bytes.length - SECRET_BYTES, StandardCharsets.UTF_8);
        Receipt receipt = new Receipt(ResourceName.require(resource), secret, hash(secret));
        if (!receipt.text().equals(text)) {
            throw new IllegalArgumentException(NO_RECEIPT);
        }
        return receipt;
    }

    /** Reads 32 hexadecimal digits, a dot and the resource. */
    private static Receipt readOld(String text, int digits) {
        byte[] secret;
        try {
            secret = HEX.parseHex(text, 0, digits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(NO_RECEIPT, e);
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

    /** Returns the resource that was locked. */
    public String resource() {
        return resource;
    }

    /** Returns the 16 bytes of its secret. */
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns the id by which a store knows the hold. */
    public HoldId holdId() {
        return holdId;
    }

    /**
     * Returns the receipt as text, with its secret. It has only letters, digits, hyphens and underscores, so it can be part of a
     * URL as it is: secret and name in the alphabet of base64url.
     */
    public String text() {
        byte[] name = resource.getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(secret, SECRET_BYTES + name.length);
        System.arraycopy(name, 0, both, SECRET_BYTES, name.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(both);
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

    /** Random bytes, a few hundred secrets at a time once there are many, since each call of their source is costly. */
    private static final class Entropy {
        private static final int FIRST = 4;
        private static final int MANY = 256;
        private static final SecureRandom RANDOM = new SecureRandom();

        private byte[] buffer = new byte[FIRST * SECRET_BYTES];
        private int used = buffer.length;
        private boolean again;

        byte[] next() {
            if (used == buffer.length) {
                buffer = new byte[(again ? MANY : FIRST) * SECRET_BYTES];
                again = true;
                RANDOM.nextBytes(buffer);
                used = 0;
            }
            byte[] secret = new byte[SECRET_BYTES];
            System.arraycopy(buffer, used, secret, 0, SECRET_BYTES);
            Arrays.fill(buffer, used, used + SECRET_BYTES, (byte) 0);
            used += SECRET_BYTES;
            return secret;
        }
    }
}
