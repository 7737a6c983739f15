package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The body of an answer that a thread writes. It waits for each part until the client has taken it, so few bytes are in memory. */
final class BodySink extends OutputStream {
    private static final int PART = 64 << 10;
    private static final long STALL = TimeUnit.SECONDS.toNanos(30);

    private final HttpServerResponse response;
    private final Context context;
    private final byte[] buffer = new byte[PART];
    private final Pace pace = new Pace(STALL);
    private int filled;
    private long taken;

    BodySink(HttpServerResponse response, Context context) {
        this.response = response;
        this.context = context;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, PART - filled);
            System.arraycopy(from, offset + done, buffer, filled, count);
            filled += count;
            done += count;
            if (filled == PART) {
                flush();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (filled > 0) {
            Buffer part = Buffer.buffer(filled).appendBytes(buffer, 0, filled);
            filled = 0;
            send(part, false);
        }
    }

    /** Ends the answer. */
    void end() throws IOException {
        Buffer part = Buffer.buffer(filled).appendBytes(buffer, 0, filled);
        filled = 0;
        send(part, true);
    }

    private void send(Buffer part, boolean last) throws IOException {
        int size = part.length();
        Promise<Void> sent = Promise.promise();
        context.runOnContext(go -> {
            if (response.closed()) {
                sent.tryFail("The client has gone.");
            } else {
                (last ? response.end(part) : response.write(part)).onComplete(sent);
            }
        });
        try {
            sent.future().toCompletionStage().toCompletableFuture().get(pace.begin(taken), TimeUnit.NANOSECONDS);
            pace.end();
            taken += size;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The client does not read its answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server ends.");
        }
    }
}
