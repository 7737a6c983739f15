package dev.holdfast.client;

import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A way to a server that carries calls to it and answers back. Thread-safe. */
interface Transport extends AutoCloseable {
    /** The largest answer to a call that is read. */
    int MAX_ANSWER_BYTES = 32 << 20;

    /**
     * A call, ready to be sent.
     *
     * @param target the path and query, escaped
     * @param body JSON; null for none
     */
    record Call(
            String method,
            String target,
            Map<String, String> headers,
            @Nullable String body) {}

    /** The beginning of an answer whose body goes on. */
    record Opened(int status, InputStream body) {}

    /**
     * Sends a call.
     *
     * @param limit how long the whole answer may take
     * @return the answer; to cancel it closes the connection, so that the server knows
     */
    CompletableFuture<Reply> send(Call call, Duration limit);

    /**
     * Sends a call whose answer goes on.
     *
     * @param limit how long the beginning of the answer may take
     */
    CompletableFuture<Opened> open(Call call, Duration limit);

    @Override
    void close();
}
