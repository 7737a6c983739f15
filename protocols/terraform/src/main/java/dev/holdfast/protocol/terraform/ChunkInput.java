package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueStore.Stored;
import java.io.InputStream;

/** The bytes of a version, of which one chunk is in memory at a time. */
final class ChunkInput extends InputStream {
    private final ValueStore values;
    private final Stored version;
    private byte[] chunk = new byte[0];
    private int at;
    private int next;

    ChunkInput(ValueStore values, Stored version) {
        this.values = values;
        this.version = version;
    }

    @Override
    public int read() {
        return fill() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, from, count);
        at += count;
        return count;
    }

    private boolean fill() {
        while (at == chunk.length) {
            if (next == version.chunks()) {
                return false;
            }
            chunk = values.chunk(version.id(), next++);
            at = 0;
        }
        return true;
    }
}
