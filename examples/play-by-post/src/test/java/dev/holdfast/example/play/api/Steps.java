package dev.holdfast.example.play.api;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Lets many take one step after the other, each in its own time, with fewer threads than there are of them. */
final class Steps implements AutoCloseable {
    private static final int THREADS = 64;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private final Phaser running = new Phaser(1);
    private volatile boolean over;

    /** Somebody who takes steps. */
    interface Walker {
        /** Takes one. How long to wait before the next. */
        Duration step() throws Exception;

        /** How long to wait before the first. */
        Duration begins();
    }

    void begin(Walker walker) {
        running.register();
        next(walker, walker.begins());
    }

    private void next(Walker walker, Duration after) {
        CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS, threads)
                .execute(() -> step(walker));
    }

    private void step(Walker walker) {
        if (!over) {
            try {
                next(walker, walker.step());
                return;
            } catch (Exception | AssertionError e) {
                failure.completeExceptionally(e);
                over = true;
            }
        }
        running.arriveAndDeregister();
    }

    /** Lets them go on for that time and until that is so; returns when all have stopped. The first failure is the caller's. */
    void run(Duration time, BooleanSupplier until) throws Exception {
        do {
            try {
                failure.get(time.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // none has failed, as it should be
            }
        } while (!until.getAsBoolean());
        over = true;
        running.arriveAndAwaitAdvance();
        if (failure.isDone()) {
            failure.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
