package dev.holdfast.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a call that no thread waits for. If it is cancelled, the connection is closed, so that the server notices, and
 * the call is not sent again.
 */
final class AsyncReply extends CompletableFuture<Reply> {
    private final Transport transport;
    private final RepeatedCall repeated;
    private final Duration limit;
    private final UnaryOperator<Reply> check;
    private volatile @Nullable CompletableFuture<Reply> current;

    private AsyncReply(Transport transport, RepeatedCall repeated, Duration limit, UnaryOperator<Reply> check) {
        this.transport = transport;
        this.repeated = repeated;
        this.limit = limit;
        this.check = check;
    }

    /**
     * Sends a call.
     *
     * @param limit how long each reply may take
     * @param check returns a reply that is an answer, or throws what it reports
     */
    static CompletableFuture<Reply> send(
            Transport transport, RepeatedCall repeated, Duration limit, UnaryOperator<Reply> check) {
        AsyncReply reply = new AsyncReply(transport, repeated, limit, check);
        CompletionStage<Reply> end = reply;
        end.whenComplete((done, failure) -> {
            CompletableFuture<Reply> sent = reply.current;
            if (sent != null) {
                sent.cancel(true);
            }
        });
        reply.send();
        return reply;
    }

    private void send() {
        if (isDone()) {
            return;
        }
        try {
            CompletableFuture<Reply> sent = transport.send(repeated.call(), limit);
            current = sent;
            if (isDone()) {
                sent.cancel(true);
            }
            CompletionStage<Reply> answer = sent;
            answer.whenComplete(this::received);
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    private void received(@Nullable Reply reply, @Nullable Throwable failure) {
        if (isDone()) {
            return; // cancelled, which is no failure of the server
        }
        try {
            if (reply == null) {
                repeated.failed(failure instanceof CompletionException ? failure.getCause() : failure);
            } else if (repeated.isAnswer(reply)) {
                complete(check.apply(reply));
                return;
            }
            delayedExecutor(repeated.pause().toNanos(), TimeUnit.NANOSECONDS).execute(this::send);
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }
}
