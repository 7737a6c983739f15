package dev.holdfast.server.events;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Ids of events that tell nothing. Numbers would tell a listener how much happens that it may not see, and could be made up.
 * Each id is a number and some random bits, encrypted with a key of this run. Used by one thread.
 */
final class EventIds {
    private static final String ALGORITHM = "AES";
    private static final int BYTES = 16;
    /** Is in every id of ours. */
    private static final int MARK = 0x686f6c64;

    private final SecureRandom random = new SecureRandom();
    private final Cipher encrypting;
    private final Cipher decrypting;

    EventIds() {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        try {
            encrypting = Cipher.getInstance("AES/ECB/NoPadding"); // one block, and no two are alike
            encrypting.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, ALGORITHM));
            decrypting = Cipher.getInstance("AES/ECB/NoPadding");
            decrypting.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
        }
    }

    /** Returns an id for that number, another one each time. */
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

    /** Returns the number that an id stands for; null if it is none of this run. */
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
