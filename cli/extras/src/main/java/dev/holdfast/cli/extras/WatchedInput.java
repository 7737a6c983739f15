package dev.holdfast.cli.extras;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** An input stream that reports its end: the other side is gone. */
final class WatchedInput extends FilterInputStream {
    private final CountDownLatch end = new CountDownLatch(1);

    WatchedInput(InputStream in) {
        super(in);
    }

    void awaitEnd() throws InterruptedException {
        end.await();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        boolean more = false;
        try {
            int count = super.read(bytes, offset, length);
            more = count >= 0;
            return count;
        } finally {
            if (!more) {
                end.countDown();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            end.countDown();
        }
    }
}
