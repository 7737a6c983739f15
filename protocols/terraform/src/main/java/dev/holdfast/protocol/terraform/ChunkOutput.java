package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.storage.ValueUpload;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that go to an upload in chunks. */
final class ChunkOutput extends OutputStream {
    private static final int SIZE = 256 << 10;

    private final ValueUpload upload;
    private final byte[] chunk = new byte[SIZE];
    private int filled;

    ChunkOutput(ValueUpload upload) {
        this.upload = upload;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, SIZE - filled);
            System.arraycopy(from, offset + done, chunk, filled, count);
            filled += count;
            done += count;
            if (filled == SIZE) {
                send();
            }
        }
    }

    private void send() {
        upload.add(filled == SIZE ? chunk : Arrays.copyOf(chunk, filled));
        filled = 0;
    }

    /** Sends the rest. */
    @Override
    public void close() {
        if (filled > 0) {
            send();
        }
    }
}
