package dev.holdfast.server.http;

import dev.holdfast.store.Json;
import dev.holdfast.store.Log;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests as they come in, finds out what each asks for, has it done on threads that may block, and writes the answers.
 * Everything but that is done on the event loop.
 */
public final class Dispatcher {
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final int LARGE_BODY_BYTES = 64 << 10;
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private final Vertx vertx;
    private final List<Route> routes;
    private final Workers workers;
    private final ToIntFunction<Caller> maxWaits;
    private final WaitCounter waits = new WaitCounter();
    private final BodyTimeouts timeouts;
    private final TransferBudget transfers;
    private final Function<Throwable, Problem> explanation;
    private final @Nullable Recorder recorder;

    /**
     * @param maxWaits how many requests of a caller may wait at a time; 0 for any number
     * @param explanation what to say when something fails that is not a problem already
     * @param recorder what records the changes; null for none
     */
    public Dispatcher(
            Vertx vertx,
            List<Route> routes,
            Workers workers,
            ToIntFunction<Caller> maxWaits,
            Function<Throwable, Problem> explanation,
            @Nullable Recorder recorder) {
        this.recorder = recorder;
        this.vertx = vertx;
        this.routes = List.copyOf(routes);
        this.workers = workers;
        this.maxWaits = maxWaits;
        this.timeouts = new BodyTimeouts(vertx);
        this.transfers = new TransferBudget(vertx);
        this.explanation = explanation;
    }

    /** Does what is asked for by somebody who was let in. */
    public void handle(HttpServerRequest request, Caller signedIn) {
        try {
            List<String> segments = UrlPath.segments(request.path());
            Route route = route(request.method(), segments);
            Verb verb = route.verb();
            Caller caller = verb == null ? signedIn : signedIn.doing(verb);
            RequestGuard.requireJson(request);
            if (HttpMethod.POST.equals(request.method())) {
                receive(request, caller, body -> act(request, route, caller, segments, body));
            } else {
                act(request, route, caller, segments, JsonBody.NONE);
            }
        } catch (Throwable e) {
            refuse(request, signedIn, e);
        }
    }

    /** Answers what is no route and can only be looked at, for somebody who was let in. */
    public static void show(HttpServerRequest request, Runnable answer) {
        try {
            if (!HttpMethod.GET.equals(request.method())) {
                throw notAllowed(request.method(), List.of("GET"));
            }
            answer.run();
        } catch (Problem problem) {
            write(request.response(), problem);
        }
    }

    /** The members after the question mark. */
    public static Map<String, String> query(HttpServerRequest request) {
        Map<String, String> query = new LinkedHashMap<>();
        String raw = request.query();
        if (raw == null || raw.isEmpty()) {
            return query;
        }
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            query.put(UrlPath.decoded(name.replace('+', ' ')), UrlPath.decoded(value.replace('+', ' ')));
        }
        return query;
    }

    private Route route(HttpMethod method, List<String> segments) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            if (route.match(segments) != null) {
                if (route.method().equals(method)) {
                    return route;
                }
                allowed.add(route.method().name());
            }
        }
        if (allowed.isEmpty()) {
            throw Problem.missing("There is no such call: see /openapi.json for those there are.");
        }
        throw notAllowed(method, allowed);
    }

    private static Problem notAllowed(HttpMethod method, Collection<String> allowed) {
        return new Problem(
                        405,
                        "Method not allowed",
                        "This can be called by " + String.join(" and ", allowed) + " only, not by " + method.name()
                                + ".")
                .header("Allow", String.join(", ", allowed));
    }

    private void receive(HttpServerRequest request, Caller caller, Handler<JsonBody> next) {
        requireSmall(length(request.headers()));
        Buffer all = Buffer.buffer();
        BodyTimeouts.ArrivingBody arriving = timeouts.begin(() -> {
            transfers.release(all.length());
            refuse(
                    request,
                    caller,
                    new Problem(408, "Too slow", "What was announced did not arrive within 15 seconds: send it again.")
                            .header("Connection", "close"));
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
                refuse(request, caller, e);
            }
        });
        request.endHandler(answering(request, caller, over -> {
            if (timeouts.isOver(arriving)) {
                return;
            }
            end.run();
            if (all.length() > LARGE_BODY_BYTES) {
                read(request, caller, all, next);
            } else {
                next.handle(all.length() == 0 ? JsonBody.NONE : JsonBody.of(all.getBytes()));
            }
        }));
    }

    /** Reads a large body elsewhere: other callers need the event loop. */
    private void read(HttpServerRequest request, Caller caller, Buffer body, Handler<JsonBody> next) {
        Context context = vertx.getOrCreateContext();
        CompletionStage<JsonBody> read =
                CompletableFuture.supplyAsync(() -> JsonBody.of(body.getBytes()), workers.quick());
        read.whenComplete((members, failure) -> context.runOnContext(answering(request, caller, back -> {
            if (members == null) {
                ended(request, caller, null, failure);
            } else {
                next.handle(members);
            }
        })));
    }

    private static void requireSmall(long length) {
        if (length > MAX_BODY_BYTES) {
            throw tooLarge();
        }
    }

    /** Returns that handler, whose failure is the answer to its request: an Error too, since a caller waits for it. */
    private <T> Handler<T> answering(HttpServerRequest request, Caller caller, Handler<T> handler) {
        return event -> {
            try {
                handler.handle(event);
            } catch (Throwable e) {
                refuse(request, caller, e);
            }
        };
    }

    private static long length(MultiMap headers) {
        try {
            String length = headers.get("Content-Length");
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static Problem tooLarge() {
        return new Problem(
                        413,
                        "Too large",
                        "What is sent must have at most " + MAX_BODY_BYTES + " bytes: send less at a time.")
                .header("Connection", "close");
    }

    private void act(HttpServerRequest request, Route route, Caller caller, List<String> segments, JsonBody body) {
        if (recorder != null && route.isGranting()) {
            recorder.requireRecording();
        }
        CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
        Request asked = new Request(
                caller,
                Objects.requireNonNull(route.match(segments)),
                query(request),
                body,
                Request.idempotencyKey(request.headers()),
                Request.number(request.headers()),
                RequestGuard.isLocal(request),
                gone);
        if (route.isHeavy()) {
            workers.startHeavy(caller.name(), () -> route.action().act(asked), ending(request, caller));
            return;
        }
        Route.Later later = route.later();
        if (later == null) {
            workers.start(() -> route.action().act(asked), ending(request, caller));
        } else if (route.mayWait(body)) {
            await(request, caller, asked, gone, later);
        } else {
            answer(request, caller, later.act(asked, workers.quick()));
        }
    }

    /** Has a request wait, of which no thread knows; it ends when the caller goes away. */
    private void await(
            HttpServerRequest request,
            Caller caller,
            Request asked,
            CompletableFuture<@Nullable Void> gone,
            Route.Later later) {
        Runnable end = waits.begin(caller.name(), maxWaits.applyAsInt(caller), (int) request.bytesRead());
        request.response().closeHandler(closed -> gone.complete(null));
        try {
            answer(request, caller, later.act(asked, workers.quick()).whenComplete((answer, failure) -> end.run()));
        } catch (Throwable e) {
            end.run();
            throw e;
        }
    }

    private void answer(HttpServerRequest request, Caller caller, CompletionStage<Answer> stage) {
        Context context = vertx.getOrCreateContext();
        Workers.Completion ending = ending(request, caller);
        stage.whenComplete((answer, failure) -> context.runOnContext(back -> ending.ended(answer, failure)));
    }

    private Workers.Completion ending(HttpServerRequest request, Caller caller) {
        return (answer, failure) -> this.<@Nullable Void>answering(
                        request, caller, back -> ended(request, caller, answer, failure))
                .handle(null);
    }

    private void ended(HttpServerRequest request, Caller caller, @Nullable Answer answer, @Nullable Throwable failure) {
        if (answer != null) {
            Supplier<List<AuditEvent>> auditEvents = recorder == null ? null : answer.auditEvents();
            if (auditEvents == null || recorder == null) {
                deliver(request, caller, answer);
            } else {
                record(request, caller, answer, auditEvents.get(), recorder);
            }
        } else if (failure != null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
            Throwable known = cause == null ? failure : cause;
            // A denial is recorded also if its caller did not wait for it.
            if (!request.response().closed() || known instanceof Problem) {
                refuse(request, caller, known);
            }
        }
    }

    /** Has recorded what a call did, and answers: of a grant only when that is recorded. */
    private void record(
            HttpServerRequest request, Caller caller, Answer answer, List<AuditEvent> auditEvents, Recorder by) {
        Runnable takeBack = answer.takeBack();
        if (takeBack == null) {
            by.did(request, caller, answer.status(), auditEvents);
            deliver(request, caller, answer);
            return;
        }
        Context context = vertx.getOrCreateContext();
        by.granted(request, caller, answer.status(), auditEvents)
                .whenComplete((recorded, failure) -> context.runOnContext(answering(request, caller, back -> {
                    if (Boolean.TRUE.equals(recorded)) {
                        deliver(request, caller, answer);
                    } else {
                        undo(request, caller, takeBack, auditEvents, () -> refuse(request, caller, by.unrecorded()));
                    }
                })));
    }

    /** Takes back what was granted, and records that; then does the rest, whatever came of it. */
    private void undo(
            HttpServerRequest request, Caller caller, Runnable undo, List<AuditEvent> auditEvents, Runnable then) {
        workers.start(
                () -> {
                    undo.run();
                    return Answer.nothing();
                },
                (done, failure) -> {
                    if (failure != null) {
                        Log.warning(
                                "dev.holdfast.server",
                                "A lock that was granted to nobody was not released, and" + " ends by its lease: "
                                        + failure.getMessage());
                    } else if (recorder != null) {
                        recorder.did(
                                request,
                                caller,
                                0,
                                auditEvents.stream().map(AuditEvent::undone).toList());
                    }
                    then.run();
                });
    }

    private void deliver(HttpServerRequest request, Caller caller, Answer answer) {
        HttpServerResponse response = request.response();
        Runnable undo = answer.undo();
        if (response.closed() && undo != null) {
            Supplier<List<AuditEvent>> auditEvents = recorder == null ? null : answer.auditEvents();
            undo(request, caller, undo, auditEvents == null ? List.of() : auditEvents.get(), () -> {});
        } else {
            String text = text(answer.body());
            int size = text == null ? 0 : text.length();
            transfers.take(size);
            transfers.writing(request.connection(), size, write(response, answer, text));
        }
    }

    /** Answers a request that failed. Never throws: where there can be no answer, the connection is closed. */
    public void refuse(HttpServerRequest request, Caller caller, Throwable failure) {
        try {
            answerWith(request, caller, failure instanceof Problem known ? known : explanation.apply(failure));
        } catch (Throwable e) {
            Log.broke("A request could not be answered.", e);
            request.connection().close();
        }
    }

    /** Answers with that problem; a denial is logged. */
    public static void refuse(HttpServerRequest request, String caller, Problem problem) {
        answerWith(request, new Caller(caller, "", List.of()), problem);
    }

    private static void answerWith(HttpServerRequest request, Caller caller, Problem problem) {
        AccessLog.log(request, caller, problem);
        write(request.response(), problem);
    }

    /** Answers with that problem. */
    public static void write(HttpServerResponse response, Problem problem) {
        write(response, problem.answer());
    }

    private static void write(HttpServerResponse response, Answer answer) {
        write(response, answer, text(answer.body()));
    }

    /** Writes an answer whose text was made before: that may fail, and something else is the answer then. */
    private static Future<Void> write(HttpServerResponse response, Answer answer, @Nullable String text) {
        if (response.ended() || response.closed()) {
            return Future.succeededFuture(); // nobody is there any more
        }
        response.setStatusCode(answer.status());
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        answer.headers().forEach(response::putHeader);
        if (text == null) {
            return response.end();
        }
        if (!answer.headers().containsKey("Content-Type")) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
        }
        return response.end(Buffer.buffer(text));
    }

    private static @Nullable String text(@Nullable Object body) {
        if (body instanceof Answer.Written written) {
            return written.text();
        }
        return body == null ? null : Json.write(body);
    }
}
