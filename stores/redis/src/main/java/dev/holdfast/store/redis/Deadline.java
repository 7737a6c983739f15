package dev.holdfast.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The moment by which a call must have returned. */
record Deadline(long end) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /**
     * Waits for a result and returns it. An interrupt does not end the wait, since a change that is on its way cannot be called
     * back; it is kept for the caller.
     */
    <T> T await(CompletionStage<T> pending) throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return pending.toCompletableFuture().get(left().toNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
