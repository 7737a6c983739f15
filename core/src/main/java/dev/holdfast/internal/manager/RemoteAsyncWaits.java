package dev.holdfast.internal.manager;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Requests at a server that have no thread of their own. A few threads do what may block before and after. Thread-safe. */
final class RemoteAsyncWaits {
    private final Locks locks;
    private final Calls calls;
    private final Executor threads = AsyncWaits.threads();
    private final Set<Open> waits = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param calls those of the manager, which waits for them when it is closed */
    RemoteAsyncWaits(Locks locks, Calls calls) {
        this.locks = locks;
        this.calls = calls;
    }

    /** A request under way. */
    private static final class Open {
        /** Completes when the request must end. */
        private final CompletableFuture<Void> end = new CompletableFuture<>();
    }

    /** Returns the threads that may block. */
    Executor threads() {
        return threads;
    }

    /**
     * Begins a request.
     *
     * @param gone completes when no answer is wanted any more
     */
    <T> CompletableFuture<T> begin(LockRequest request, CompletionStage<?> gone, AsyncCall<Grant, T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            calls.begin();
        } catch (IllegalStateException e) {
            answer.completeExceptionally(e);
            return answer;
        }
        Open wait = new Open();
        waits.add(wait);
        gone.whenComplete((done, failure) -> wait.end.complete(null));
        if (closed) {
            wait.end.complete(null);
        }
        CompletionStage<Grant> asked =
                CompletableFuture.runAsync(call::begin, threads).thenCompose(begun -> locks.grant(request, wait.end));
        asked.whenCompleteAsync(
                (grant, failure) -> {
                    try {
                        if (failure == null) {
                            end(answer, call, grant);
                        } else {
                            fail(answer, call, reason(request, failure));
                        }
                    } finally {
                        waits.remove(wait);
                        calls.end();
                    }
                },
                threads);
        return answer;
    }

    private static <T> void end(CompletableFuture<T> answer, AsyncCall<Grant, T> call, Grant grant) {
        try {
            answer.complete(call.end(grant));
        } catch (Throwable e) {
            fail(answer, call, e);
        }
    }

    private static <T> void fail(CompletableFuture<T> answer, AsyncCall<Grant, T> call, Throwable why) {
        try {
            call.failed(why);
        } finally {
            answer.completeExceptionally(why);
        }
    }

    private Throwable reason(LockRequest request, Throwable failure) {
        Throwable why =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return closed ? RemoteWaits.closed(request, why) : why;
    }

    /** Ends all waits. */
    void close() {
        closed = true;
        waits.forEach(wait -> wait.end.complete(null));
    }
}
