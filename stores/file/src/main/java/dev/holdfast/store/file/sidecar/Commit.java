package dev.holdfast.store.file.sidecar;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The content of the guard file: how much of which journal counts.
 *
 * @param seq grows by one with every commit
 * @param generation which journal
 * @param length how many of its bytes
 * @param version the largest that was ever given
 */
record Commit(long seq, long generation, long length, long version) {
    /** The commit before the first one. */
    static final Commit NONE = new Commit(0, 0, 0, 0);

    static final int BYTES = 40;
    private static final int MAGIC = 0x48464731; // HFG1

    Commit next(long newLength, long newVersion) {
        return new Commit(seq + 1, generation, newLength, newVersion);
    }

    /** Returns this commit with numbers that are no smaller than those of another one, nor than that generation. */
    Commit after(Commit other, long lastGeneration) {
        return new Commit(
                Math.max(seq, other.seq),
                Math.max(lastGeneration, other.generation),
                length,
                Math.max(version, other.version));
    }

    byte[] encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES);
        buffer.putInt(MAGIC).putLong(seq).putLong(generation).putLong(length).putLong(version);
        return buffer.putInt(checksum(buffer.array(), 0)).array();
    }

    /** Returns the commit at that place, or null if none was written whole. */
    static @Nullable Commit decoded(byte[] bytes, int offset) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, BYTES);
        int magic = buffer.getInt();
        Commit commit = new Commit(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
        if (buffer.getInt() != checksum(bytes, offset)) {
            return null;
        }
        if (magic != MAGIC) {
            throw Damage.newerFormat("The guard file");
        }
        return commit;
    }

    private static int checksum(byte[] bytes, int offset) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, BYTES - Integer.BYTES);
        return (int) crc.getValue();
    }
}
