package dev.holdfast.server.events;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Opaque ids of events. Plain numbers would reveal how many hidden events there are, and could be forged. Each id is a number
 * and random bits, encrypted with a key of this run. Used by one thread.
 */
final class EventIds {
    private static final String ALGORITHM = "AES";
    private static final int BYTES = 16;
    /** Part of every id of this server. */
    private static final int MARK = 0x686f6c64;

    private final SecureRandom random = new SecureRandom();
    private final Cipher encrypting;
    private final Cipher decrypting;

    EventIds() {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        try {
            encrypting = Cipher.getInstance("AES/ECB/NoPadding"); // a single block, and no two are the same
            encrypting.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, ALGORITHM));
            decrypting = Cipher.getInstance("AES/ECB/NoPadding");
            decrypting.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
        }
    }

    /** Returns an id for a number, different each time. */
    String of(long number) {
        ByteBuffer block = ByteBuffer.allocate(BYTES)
                .putLong(number)
                .putInt(random.nextInt())
                .putInt(MARK);
        try {
            return HexFormat.of().formatHex(encrypting.doFinal(block.array()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the number of an id; null if it is not from this run. */
    @Nullable
    Long number(String id) {
        if (id.length() != 2 * BYTES) {
            return null;
        }
        try {
            ByteBuffer block = ByteBuffer.wrap(decrypting.doFinal(HexFormat.of().parseHex(id)));
            return block.getInt(BYTES - Integer.BYTES) == MARK ? block.getLong(0) : null;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return null;
        }
    }
}
