package dev.holdfast.server.http;

import dev.holdfast.internal.base.Bounds;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Receives the bodies of requests, within limits of time and size, and parses them. */
final class BodyReader {
    /** Larger bodies are parsed by a worker thread: other callers need the event loop. */
    private static final int LARGE_BYTES = 64 << 10;

    private final Vertx vertx;
    private final Workers workers;
    private final BodyTimeouts timeouts;
    private final TransferBudget transfers;

    BodyReader(Vertx vertx, Workers workers, TransferBudget transfers) {
        this.vertx = vertx;
        this.workers = workers;
        this.timeouts = new BodyTimeouts(vertx);
        this.transfers = transfers;
    }

    /**
     * Receives the body of a request, and parses it. Both handlers run on the event loop; exactly one of them is called, unless the
     * client goes away.
     *
     * @param failed handles a {@link Problem} or another failure, also one of {@code next}
     */
    void read(HttpServerRequest request, Handler<JsonBody> next, Consumer<Throwable> failed) {
        receive(
                request,
                all -> {
                    if (all.length() > LARGE_BYTES) {
                        parse(all, next, failed);
                    } else {
                        next.handle(all.length() == 0 ? JsonBody.NONE : JsonBody.of(all.getBytes()));
                    }
                },
                failed);
    }

    /** Receives the body of a request as it is. */
    void receive(HttpServerRequest request, Handler<Buffer> next, Consumer<Throwable> failed) {
        requireSmall(length(request.headers()));
        Buffer all = Buffer.buffer();
        BodyTimeouts.ArrivingBody arriving = timeouts.begin(() -> {
            transfers.release(all.length());
            failed.accept(tooSlow());
        });
        Runnable end = () -> {
            if (timeouts.end(arriving)) {
                transfers.release(all.length());
            }
        };
        request.exceptionHandler(gone -> end.run());
        request.handler(part -> {
            if (timeouts.isOver(arriving)) {
                return; // refused already
            }
            try {
                requireSmall(all.length() + part.length());
                transfers.take(part.length());
                all.appendBuffer(part);
            } catch (Throwable e) {
                end.run();
                failed.accept(e);
            }
        });
        request.endHandler(guarded(failed, over -> {
            if (timeouts.isOver(arriving)) {
                return;
            }
            end.run();
            next.handle(all);
        }));
    }

    static Problem tooSlow() {
        return new Problem(408, "Too slow", "The body did not arrive within 15 seconds. Send the request again.")
                .header("Connection", "close");
    }

    private void parse(Buffer body, Handler<JsonBody> next, Consumer<Throwable> failed) {
        Context context = vertx.getOrCreateContext();
        CompletionStage<JsonBody> parsed =
                CompletableFuture.supplyAsync(() -> JsonBody.of(body.getBytes()), workers.quick());
        parsed.whenComplete((members, failure) -> context.runOnContext(guarded(failed, back -> {
            if (failure == null) {
                next.handle(members);
            } else {
                failed.accept(failure.getCause() == null ? failure : failure.getCause());
            }
        })));
    }

    private static <T> Handler<T> guarded(Consumer<Throwable> failed, Handler<T> handler) {
        return event -> {
            try {
                handler.handle(event);
            } catch (Throwable e) {
                failed.accept(e);
            }
        };
    }

    static long length(MultiMap headers) {
        try {
            String length = headers.get("Content-Length");
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static void requireSmall(long length) {
        requireSmall(length, Bounds.BODY);
    }

    static void requireSmall(long length, long most) {
        if (length > most) {
            throw new Problem(413, "Too large", "A request may have at most " + most + " bytes. Send less at a time.")
                    .header("Connection", "close");
        }
    }
}
