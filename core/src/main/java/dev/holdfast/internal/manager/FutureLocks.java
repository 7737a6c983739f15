package dev.holdfast.internal.manager;

import dev.holdfast.Acquisition;
import dev.holdfast.AsyncLocks;
import dev.holdfast.LockHandle;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.StoreException;
import dev.holdfast.UnreadableRecordException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The asynchronous form of a manager. */
final class FutureLocks implements AsyncLocks {
    private final ManagerBase manager;
    private final Executor executor;

    FutureLocks(ManagerBase manager, Executor executor) {
        this.manager = manager;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<LockHandle> acquire(LockRequest request) {
        return begin(request, Acquisition::orThrow);
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquire(LockRequest request) {
        return begin(request, acquired -> acquired);
    }

    private <T> CompletableFuture<T> begin(LockRequest request, Function<Acquisition, T> result) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<Void> gone = new CompletableFuture<>();
        CompletableFuture<Acquisition> asked = manager.ask(request, gone);
        CompletionStage<T> ended = answer;
        ended.whenComplete((value, failure) -> {
            if (!asked.isDone()) {
                gone.complete(null);
            }
        });
        CompletionStage<Acquisition> decided = asked;
        decided.whenComplete(
                (acquired, failure) -> handOver(answer, () -> complete(answer, acquired, failure, result)));
        return answer;
    }

    private void handOver(CompletableFuture<?> answer, Runnable completion) {
        try {
            executor.execute(completion);
        } catch (RejectedExecutionException e) {
            answer.defaultExecutor().execute(completion);
        }
    }

    private <T> void complete(
            CompletableFuture<T> answer,
            @Nullable Acquisition acquired,
            @Nullable Throwable failure,
            Function<Acquisition, T> result) {
        if (acquired == null) {
            answer.completeExceptionally(failure);
            return;
        }
        try {
            if (!answer.complete(result.apply(acquired))) {
                acquired.handle().ifPresent(this::release);
            }
        } catch (LockUnavailableException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Releases a handle that has no caller any more. The executor must not wait for that. */
    private void release(LockHandle handle) {
        try {
            manager.waitThreads().execute(() -> {
                try {
                    handle.close();
                } catch (StoreException | UnreadableRecordException e) {
                    // The manager goes on trying.
                }
            });
        } catch (RejectedExecutionException e) {
            // The manager is closed, which has released it.
        }
    }
}
