package dev.holdfast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Runners that start together. */
public final class Race {
    private static final long PATIENCE = 180;

    private static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private Race() {}

    /** Returns whether a race is running. */
    static boolean underWay() {
        return UNDER_WAY.get() > 0;
    }

    /** Runs them at the same time and returns their results in order; throws the first failure. */
    public static <T> List<T> run(int runners, IntFunction<Callable<T>> runner) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(runners);
        UNDER_WAY.incrementAndGet();
        try {
            CyclicBarrier start = new CyclicBarrier(runners);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < runners; i++) {
                Callable<T> task = runner.apply(i);
                futures.add(pool.submit(() -> {
                    start.await(PATIENCE, TimeUnit.SECONDS);
                    return task.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(PATIENCE, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            UNDER_WAY.decrementAndGet();
            pool.shutdownNow();
        }
    }
}
