package dev.holdfast.server.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of each request, receives its body, runs the call on a worker thread and delivers the answer. Everything but
 * the call itself runs on the event loop.
 */
public final class Dispatcher implements AutoCloseable {
    private final RouteTable routes;
    private final Workers workers;
    private final ToIntFunction<Caller> maxWaits;
    private final WaitCounter waits = new WaitCounter();
    private final BodyReader bodies;
    private final AnswerDelivery delivery;
    private final ToolForms tools;
    private final ToolDispatcher toolCalls;
    private final Vertx vertx;
    /** The tasks of each event loop, by its thread. */
    private final Map<Thread, LoopTasks> loopTasks = new ConcurrentHashMap<>();

    /**
     * @param maxWaits how many requests of a caller may wait at a time; 0 for any number
     * @param explanation turns a failure that is not a {@link Problem} into one
     * @param recorder records changes; null for none
     * @param tools the forms of other tools
     * @param toolRoutes the calls of their clients
     */
    public Dispatcher(
            Vertx vertx,
            List<Route> routes,
            Workers workers,
            ToIntFunction<Caller> maxWaits,
            Function<Throwable, Problem> explanation,
            @Nullable Recorder recorder,
            ToolForms tools,
            List<ToolRoute> toolRoutes) {
        this.tools = tools;
        this.vertx = vertx;
        this.routes = new RouteTable(routes);
        this.workers = workers;
        this.maxWaits = maxWaits;
        TransferBudget transfers = new TransferBudget(vertx);
        this.bodies = new BodyReader(vertx, workers, transfers);
        this.delivery = new AnswerDelivery(vertx, workers, transfers, explanation, recorder, tools);
        this.toolCalls = new ToolDispatcher(vertx, toolRoutes, bodies, delivery, transfers);
    }

    /** Handles a request of an authenticated caller. */
    public void handle(HttpServerRequest request, Caller signedIn) {
        try {
            if (tools.covers(request.path())) {
                toolCalls.handle(request, signedIn);
                return;
            }
            List<String> segments = UrlPath.segments(request.path());
            Route route = routes.find(request.method(), segments);
            Verb verb = route.verb();
            Caller caller = verb == null ? signedIn : signedIn.doing(verb);
            RequestGuard.requireJson(request);
            if (HttpMethod.POST.equals(request.method())) {
                bodies.read(
                        request,
                        body -> act(request, route, caller, segments, body),
                        failure -> delivery.refuse(request, caller, failure));
            } else {
                act(request, route, caller, segments, JsonBody.NONE);
            }
        } catch (Throwable e) {
            delivery.refuse(request, signedIn, e);
        }
    }

    /** Answers a request that failed. Never throws: if no answer can be written, the connection is closed. */
    public void refuse(HttpServerRequest request, Caller caller, Throwable failure) {
        delivery.refuse(request, caller, failure);
    }

    private void act(HttpServerRequest request, Route route, Caller caller, List<String> segments, JsonBody body) {
        if (route.isGranting()) {
            delivery.requireRecording();
        }
        CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
        Request call = new Request(
                caller,
                route.values(segments),
                Request.queryOf(request),
                body,
                Request.idempotencyKey(request.headers()),
                Request.number(request.headers()),
                RequestGuard.isLocal(request),
                gone);
        Workers.Completion completion = delivery.completion(request, caller);
        Route.Later later = route.later();
        if (route.isHeavy()) {
            workers.startHeavy(caller.name(), () -> route.action().act(call), completion);
        } else if (later == null) {
            workers.start(() -> route.action().act(call), completion);
        } else if (route.mayWait(body)) {
            await(request, call, gone, later, completion);
        } else {
            complete(later.act(call, workers.quick()), completion);
        }
    }

    /** Lets a request wait without a thread. The wait ends when the caller closes the connection. */
    private void await(
            HttpServerRequest request,
            Request call,
            CompletableFuture<@Nullable Void> gone,
            Route.Later later,
            Workers.Completion completion) {
        Caller caller = call.caller();
        int size = (int) request.bytesRead();
        // Without sign-in, callers differ in their owner alone.
        Runnable end = caller.signedIn()
                ? waits.begin(caller.name(), maxWaits.applyAsInt(caller), size)
                : waits.begin("owner " + call.body().nested("owner").text("id", ""), WaitCounter.MAX_OF_OWNER, size);
        request.response().closeHandler(closed -> gone.complete(null));
        try {
            complete(later.act(call, workers.quick()).whenComplete((answer, failure) -> end.run()), completion);
        } catch (Throwable e) {
            end.run();
            throw e;
        }
    }

    @Override
    public void close() {
        toolCalls.close();
    }

    private void complete(CompletionStage<Answer> stage, Workers.Completion completion) {
        LoopTasks tasks =
                loopTasks.computeIfAbsent(Thread.currentThread(), loop -> new LoopTasks(vertx.getOrCreateContext()));
        stage.whenComplete((answer, failure) -> tasks.add(() -> completion.ended(answer, failure)));
    }
}
