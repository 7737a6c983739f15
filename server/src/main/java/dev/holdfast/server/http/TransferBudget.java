package dev.holdfast.server.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for slow clients: bodies that are being received, and answers that clients have not read yet. One budget for all
 * of them. Closes the connection of a client that reads nothing for long. Thread-safe.
 */
final class TransferBudget {
    private static final long MAX_STALL_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_MILLIS = 1_000;
    private static final long MIN_BYTES = 8 << 20;

    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Set<Writing> all = ConcurrentHashMap.newKeySet();

    private record Writing(HttpConnection connection, long since) {}

    TransferBudget(Vertx vertx) {
        this(vertx, Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 8));
    }

    TransferBudget(Vertx vertx, long maxBytes) {
        this.maxBytes = maxBytes;
        vertx.setPeriodic(LOOK_MILLIS, fired -> look());
    }

    /** Takes bytes from the budget. Throws a {@link Problem} if too few are left. */
    void take(int size) {
        if (bytes.addAndGet(size) > maxBytes) {
            bytes.addAndGet(-size);
            throw new Problem(503, "Overloaded", "The server is overloaded. Try again in a moment.")
                    .header("Retry-After", "5");
        }
    }

    /** Returns how many bytes are taken. */
    long taken() {
        return bytes.get();
    }

    void release(long size) {
        bytes.addAndGet(-size);
    }

    /** Releases the bytes of an answer when it has been written. */
    void writing(HttpConnection connection, int size, Future<Void> written) {
        if (written.isComplete()) {
            release(size);
            return;
        }
        Writing writing = new Writing(connection, System.nanoTime());
        all.add(writing);
        written.onComplete(done -> {
            all.remove(writing);
            release(size);
        });
    }

    private void look() {
        long now = System.nanoTime();
        for (Writing writing : all) {
            if (now - writing.since > MAX_STALL_NANOS) {
                writing.connection.close();
            }
        }
    }
}
