package dev.holdfast.client;

import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Carries calls to a server and its answers back. Thread-safe. */
interface Transport extends AutoCloseable {
    /** The maximum size of an answer to a call. */
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

    /** The beginning of an answer whose body is a stream. */
    record Opened(int status, InputStream body) {}

    /**
     * Sends a call.
     *
     * @param limit how long the whole answer may take
     * @return the answer; cancelling it closes the connection, so that the server notices
     */
    CompletableFuture<Reply> send(Call call, Duration limit);

    /**
     * Sends a call whose answer is a stream.
     *
     * @param limit how long the beginning of the answer may take
     */
    CompletableFuture<Opened> open(Call call, Duration limit);

    @Override
    void close();
}
