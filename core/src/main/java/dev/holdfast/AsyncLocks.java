package dev.holdfast;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The asynchronous form of a {@link LockManager}: requests that wait for locks without a thread each. It has the same handles,
 * rules and queue as the manager, which keeps the handles alive and ends the waits when it is closed. Thread-safe.
 *
 * <p>A future fails with the exception that the manager would throw. It completes on the executor, never on a thread that
 * other requests need, so an action that depends on it may block if the executor allows that. An executor that rejects the
 * completion is replaced by the default one.
 *
 * <p>Cancelling a future, or completing it in any other way, ends its request: it leaves the queue soon after, and what it was
 * granted at the same moment is released. Cancel the future that was returned: one that depends on it does not pass that on.
 *
 * <p>A waiting request costs some memory. All of one manager share a thread that wakes them, and at most 16 threads that ask the
 * store. Through a server, each waiting request has a connection of its own; over a Unix socket also a thread.
 */
public interface AsyncLocks {

    /** Returns the asynchronous form of a manager. Its futures complete on the default executor of {@link CompletableFuture}. */
    static AsyncLocks of(LockManager manager) {
        return of(manager, new CompletableFuture<Void>().defaultExecutor());
    }

    /**
     * Returns the asynchronous form of a manager.
     *
     * @param executor where its futures complete
     * @throws IllegalArgumentException if the manager is not one of this library, and no {@link Manager}
     */
    static AsyncLocks of(LockManager manager, Executor executor) {
        if (manager instanceof Manager capable) {
            return capable.async(executor);
        }
        throw new IllegalArgumentException("This manager has no asynchronous form: use the one that it forwards to.");
    }

    /**
     * Acquires as requested, waiting if the request says so.
     *
     * @return the handle; fails with a {@link LockUnavailableException} if the request is refused
     */
    CompletableFuture<LockHandle> acquire(LockRequest request);

    /**
     * Acquires as requested, waiting if the request says so.
     *
     * @return the handle, or the reasons for the refusal
     */
    CompletableFuture<Acquisition> tryAcquire(LockRequest request);

    /** A lock manager with an asynchronous form. Every manager of this library is one. */
    interface Manager {
        /** Returns the asynchronous form, whose futures complete on that executor. */
        AsyncLocks async(Executor executor);
    }
}
