package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A body that is read while it arrives: the event loop puts its parts in, the thread of the call takes them out. The client is
 * held up until the thread begins to read, and while {@link #FULL} bytes wait to be read. These count as bytes under way.
 */
final class BodyPipe extends InputStream {
    private static final int FULL = 256 << 10;
    private static final long STALL = TimeUnit.SECONDS.toNanos(15);

    private final HttpServerRequest request;
    private final Context context;
    private final long most;
    private final TransferBudget transfers;
    private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
    // of the event loop
    private long arrived;
    private long waiting;
    private boolean over;
    private boolean abandoned;
    // of the reader
    private byte[] current = new byte[0];
    private int at;
    private boolean begun;
    private long taken;
    private final Pace pace = new Pace(STALL);
    private @Nullable Part last;

    /** Bytes, or none at the end of the body, or why there are no more. */
    private record Part(@Nullable Buffer bytes, @Nullable Throwable failure) {}

    /** Begins to receive. Called on the event loop; throws a {@link Problem} if the body is declared too long. */
    BodyPipe(HttpServerRequest request, Context context, long most, TransferBudget transfers) {
        BodyReader.requireSmall(BodyReader.length(request.headers()), most);
        this.request = request;
        this.context = context;
        this.most = most;
        this.transfers = transfers;
        request.pause(); // a call that waits for its turn needs no memory
        request.exceptionHandler(gone -> end(new Part(null, new IOException("The client has gone."))));
        request.handler(this::arrived);
        request.endHandler(ended -> end(new Part(null, null)));
    }

    private void arrived(Buffer part) {
        arrived += part.length();
        if (over || abandoned) {
            if (arrived > 2 * most) {
                request.connection().close(); // it had time to read its answer, and sends on
            }
            return;
        }
        try {
            BodyReader.requireSmall(arrived, most);
            transfers.take(part.length());
        } catch (Problem refused) {
            end(new Part(null, refused));
            return;
        }
        waiting += part.length();
        parts.add(new Part(part, null));
        if (waiting >= FULL) {
            request.pause();
        }
    }

    private void end(Part how) {
        if (!over) {
            over = true;
            parts.add(how);
        }
    }

    /** Reads no more. The rest is received and dropped, so that the client gets to read its answer. */
    void abandon() {
        context.runOnContext(go -> {
            abandoned = true;
            parts.clear();
            transfers.release(waiting);
            waiting = 0;
            request.resume();
        });
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (at == current.length) {
            if (!next()) {
                return -1;
            }
        }
        int count = Math.min(length, current.length - at);
        System.arraycopy(current, at, into, from, count);
        at += count;
        return count;
    }

    /** Takes the next part. Returns false at the end. */
    private boolean next() throws IOException {
        Part part = last == null ? take() : last;
        Buffer bytes = part.bytes();
        if (bytes == null) {
            last = part;
            if (part.failure() instanceof Problem problem) {
                throw problem;
            } else if (part.failure() != null) {
                throw new IOException(part.failure());
            }
            return false;
        }
        current = bytes.getBytes();
        at = 0;
        int size = current.length;
        taken += size;
        context.runOnContext(go -> {
            waiting -= size;
            transfers.release(size);
            if (waiting < FULL / 2) {
                request.resume();
            }
        });
        return true;
    }

    private Part take() throws IOException {
        if (!begun) {
            begun = true;
            context.runOnContext(go -> request.resume());
        }
        try {
            Part part = parts.poll(pace.begin(taken), TimeUnit.NANOSECONDS);
            pace.end();
            if (part == null) {
                throw BodyReader.tooSlow();
            }
            return part;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server ends.");
        }
    }
}
