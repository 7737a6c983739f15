package dev.holdfast.server.api;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.store.StoreException;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server is there, and whether it can decide about locks. It asks a question like any other, which changes nothing:
 * by the same queue, the same thread and the same store. No answer in time is an answer too.
 */
final class HealthRoutes {
    /** A name like any other; whether it is locked does not matter. */
    private static final String PROBE = "holdfast/health";
    /** Less than whoever asks for the health waits: packaging/healthcheck waits 5 s. */
    private static final int MAX_SECONDS = 3;

    private final LockManager locks;
    private final AsyncLocks async;
    /** The question under way: however many ask, there is one. */
    private @Nullable CompletableFuture<Boolean> probe;

    HealthRoutes(LockManager locks, AsyncLocks async) {
        this.locks = locks;
        this.async = async;
    }

    List<Route> routes() {
        return List.of(
                Route.later(HttpMethod.GET, "/health", this::ready),
                Route.get("/health/live", this::live),
                Route.later(HttpMethod.GET, "/health/ready", this::ready));
    }

    private Answer live(Request request) {
        return Answer.ok(new JsonAnswer().with("status", "up").tree());
    }

    private CompletionStage<Answer> ready(Request request, Executor blocking) {
        return probe().copy()
                .orTimeout(MAX_SECONDS, TimeUnit.SECONDS)
                .handle((there, failure) -> answer(request, failure));
    }

    /** Gives back what nobody has, which is decided as every release is. */
    private synchronized CompletableFuture<Boolean> probe() {
        CompletableFuture<Boolean> asked = probe;
        if (asked == null || asked.isDone()) {
            asked = async.release(List.of(Receipt.create(PROBE)));
            probe = asked;
        }
        return asked;
    }

    private Answer answer(Request request, @Nullable Throwable failure) {
        // Where the locks are is nobody's business who may not look at any.
        String store =
                request.caller().may(Caller.Role.READER, "") ? locks.traits().address() : null;
        if (failure == null) {
            return Answer.ok(
                    new JsonAnswer().with("status", "up").with("store", store).tree());
        }
        throw new Problem(503, "Not ready", why(failure, store != null))
                .with("status", "down")
                .with("store", store);
    }

    private static String why(Throwable failure, boolean mayKnow) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return "No decision about a lock was made within " + MAX_SECONDS + " seconds.";
        } else if (cause instanceof StoreException) {
            return mayKnow ? String.valueOf(cause.getMessage()) : "The store cannot be reached.";
        }
        return String.valueOf(Failures.problem(cause).getMessage());
    }
}
