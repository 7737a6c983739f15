package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The id of a lock of Git LFS. It is made of the path and of the fence of the hold, so that an old id means no later hold. It is no
 * secret, and gives no right.
 */
record LockId(long fence, String path) {
    private static final Base64.Encoder TO_TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final byte[] KEY = new byte[32];

    static {
        new SecureRandom().nextBytes(KEY);
    }

    /**
     * Returns the id for callers that must not know the holder: a fence tells when the lock was granted. It differs for each hold as
     * well, but no longer means anything after a new start, or at another server.
     */
    static LockId veiled(long fence, String path) {
        byte[] hash = Sha256.of(ByteBuffer.allocate(KEY.length + Long.BYTES)
                .put(KEY)
                .putLong(fence)
                .array());
        return new LockId(ByteBuffer.wrap(hash).getLong(), path);
    }

    /** Returns an id from its text; null for a text that is none. */
    static @Nullable LockId parse(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length <= Long.BYTES) {
                return null;
            }
            ByteBuffer from = ByteBuffer.wrap(bytes);
            long fence = from.getLong();
            String path = StandardCharsets.UTF_8.newDecoder().decode(from).toString();
            LockId id = new LockId(fence, path);
            return id.toString().equals(text) ? id : null;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    /** Returns letters, digits, hyphens and underscores alone. */
    @Override
    public String toString() {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        return TO_TEXT.encodeToString(ByteBuffer.allocate(Long.BYTES + name.length)
                .putLong(fence)
                .put(name)
                .array());
    }
}
