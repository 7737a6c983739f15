package dev.holdfast.server.http;

import dev.holdfast.internal.storage.Log;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call that another tool's client asks for, runs it on a worker thread and delivers its answer. Bodies may be streams in
 * both directions. Used on event loops.
 */
final class ToolDispatcher implements AutoCloseable {
    private static final Set<HttpMethod> WITHOUT_BODY = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final Vertx vertx;
    private final List<ToolRoute> routes;
    private final ToolWorkers workers = new ToolWorkers();
    private final BodyReader bodies;
    private final AnswerDelivery delivery;
    private final TransferBudget transfers;

    ToolDispatcher(
            Vertx vertx, List<ToolRoute> routes, BodyReader bodies, AnswerDelivery delivery, TransferBudget transfers) {
        this.vertx = vertx;
        this.routes = List.copyOf(routes);
        this.bodies = bodies;
        this.delivery = delivery;
        this.transfers = transfers;
    }

    /** Handles a request of an authenticated caller. */
    void handle(HttpServerRequest request, Caller caller) {
        List<String> segments = UrlPath.segments(request.path());
        ToolRoute route = find(request.method(), segments);
        if (route.isGranting()) {
            delivery.requireRecording();
        }
        Call call = new Call(request, caller, route, segments);
        if (WITHOUT_BODY.contains(request.method())) {
            start(call, InputStream.nullInputStream(), () -> {});
        } else if (route.isStreamed()) {
            BodyPipe pipe = new BodyPipe(request, vertx.getOrCreateContext(), route.maxBody(), transfers);
            start(call, pipe, pipe::abandon);
        } else {
            bodies.receive(request, body -> start(call, body), failure -> delivery.refuse(request, caller, failure));
        }
    }

    /** A request and its route. */
    private record Call(HttpServerRequest request, Caller caller, ToolRoute route, List<String> segments) {
        ToolRequest with(InputStream body) {
            return new ToolRequest(
                    caller, route.path().values(segments), Request.queryOf(request), request::getHeader, body);
        }
    }

    private ToolRoute find(HttpMethod method, List<String> segments) {
        for (ToolRoute route : routes) {
            if (route.path().method().equals(method) && route.path().matches(segments)) {
                return route;
            }
        }
        Set<String> allowed = routes.stream()
                .map(ToolRoute::path)
                .filter(path -> path.matches(segments))
                .map(path -> path.method().name())
                .collect(Collectors.toCollection(TreeSet::new));
        throw allowed.isEmpty() ? Problem.missing("There is no such call.") : Problem.notAllowed(allowed);
    }

    /** The body of a call counts as one that is under way until the call has ended, since calls of one user wait for each other. */
    private void start(Call call, Buffer body) {
        int size = body.length();
        transfers.take(size);
        start(call, new ByteArrayInputStream(body.getBytes()), () -> transfers.release(size));
    }

    /** @param ended run when the body is not needed any more */
    private void start(Call call, InputStream body, Runnable ended) {
        boolean started = false;
        try {
            run(call, body, ended);
            started = true;
        } finally {
            if (!started) {
                ended.run();
            }
        }
    }

    private void run(Call call, InputStream body, Runnable ended) {
        ToolRequest request = call.with(body);
        Context context = vertx.getOrCreateContext();
        Workers.Completion completion = delivery.completion(call.request(), call.caller());
        workers.start(call.caller().name(), () -> {
            Answer answer = null;
            Throwable failure = null;
            try {
                answer = call.route().action().act(request).written();
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                failure = e;
            }
            ended.run();
            if (answer != null && answer.body() instanceof ToolStream stream) {
                stream(call, context, answer, stream);
            } else {
                Answer done = answer;
                Throwable failed = failure;
                context.runOnContext(back -> completion.ended(done, failed));
            }
        });
    }

    /** Writes an answer on the thread of its call, which counts for its user until the client has read it. */
    private void stream(Call call, Context context, Answer answer, ToolStream stream) {
        CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();
        context.runOnContext(go -> {
            try {
                delivery.recordStreamed(call.request(), call.caller(), answer);
                begin(call.request().response(), answer, stream);
                begun.complete(null);
            } catch (RuntimeException | Error e) {
                begun.completeExceptionally(e); // else the thread of the call would wait for it without end
            }
        });
        try {
            begun.join();
            BodySink sink = new BodySink(call.request().response(), context);
            stream.writer().writeTo(sink);
            sink.end();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            // A client that has gone is no mistake of the server; others find it in the log of what they read from.
            context.runOnContext(go -> {
                if (!call.request().response().closed()) {
                    Log.warning("dev.holdfast.server", "An answer was not written to its end: " + e.getMessage());
                    call.request().response().reset();
                }
            });
        }
    }

    private static void begin(HttpServerResponse response, Answer answer, ToolStream stream) {
        response.setStatusCode(answer.status()).putHeader("Cache-Control", "no-store");
        answer.headers().forEach(response::putHeader);
        if (stream.length() >= 0) {
            response.putHeader("Content-Length", Long.toString(stream.length()));
        } else {
            response.setChunked(true);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
