package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
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
 * The health checks: whether the server runs, and whether it can decide about locks. A check makes a decision that changes
 * nothing, with the same queue, thread and store as any call. A timeout counts as unhealthy.
 */
final class HealthRoutes {
    /** An ordinary name. It does not matter whether it is locked. */
    private static final String PROBE = "holdfast/health";
    /** Less than the timeout of monitors: deploy/healthcheck waits 5 s. */
    private static final int MAX_SECONDS = 3;

    private final LockManager locks;
    private final AsyncGrants async;
    /** The check under way, shared by all requests. */
    private @Nullable CompletableFuture<Boolean> probe;

    HealthRoutes(LockManager locks, AsyncGrants async) {
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

    /** Releases a hold that does not exist, which is decided like every release. */
    private synchronized CompletableFuture<Boolean> probe() {
        CompletableFuture<Boolean> asked = probe;
        if (asked == null || asked.isDone()) {
            asked = async.release(List.of(Receipt.create(PROBE)));
            probe = asked;
        }
        return asked;
    }

    private Answer answer(Request request, @Nullable Throwable failure) {
        // Callers that may not see any lock must not know the store either.
        String store = request.caller().may(Caller.Role.READER, "")
                ? locks.admin().traits().address()
                : null;
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
