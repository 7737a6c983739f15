package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that may block. Those who wait for a lock have threads of their own: they are many and do nothing, and must not
 * keep others from getting on.
 */
public final class Workers implements AutoCloseable {
    private static final int QUICK = 64;
    private static final int WAITING = 512;
    private static final int HEAVY = 4;
    /** Those that wait for a thread included. */
    private static final int MOST_HEAVY_OF_ONE = 64;

    private final Vertx vertx;
    /** How many requests of each caller wait. */
    private final Map<String, Integer> waits = new ConcurrentHashMap<>();

    private final ExecutorService quick = pool(QUICK, "holdfast-work", new LinkedBlockingQueue<>(4096));
    private final ExecutorService heavy = pool(HEAVY, "holdfast-list", new LinkedBlockingQueue<>(256));
    private final Map<String, Integer> heavyOf = new ConcurrentHashMap<>();
    private final ExecutorService waiting = pool(WAITING, "holdfast-wait", new SynchronousQueue<>());

    public Workers(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Work that gives an answer. */
    interface Work {
        Answer run() throws InterruptedException;
    }

    /** Takes the answer, or what went wrong; on the event loop that asked. */
    interface Ending {
        void ended(@Nullable Answer answer, @Nullable Throwable failure);
    }

    /** Work under way. */
    interface Task {
        /** Stops it if it waits; nobody wants to know what came of it. */
        void cancel();
    }

    private static ExecutorService pool(int most, String name, BlockingQueue<Runnable> queue) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory threads = work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        boolean queues = queue.remainingCapacity() > 0;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(queues ? most : 0, most, 30, TimeUnit.SECONDS, queue, threads);
        pool.allowCoreThreadTimeOut(queues);
        return pool;
    }

    /** For what blocks, but not for long. */
    Executor quick() {
        return quick;
    }

    /**
     * Starts work that may wait for long, for a caller that may have so many of them at a time; 0 for any number.
     *
     * @throws Problem if it has as many already
     */
    Task startWaiting(Caller caller, int most, Work work, Ending ending) {
        String name = caller.name();
        int count = waits.merge(name, 1, Integer::sum);
        AtomicBoolean over = new AtomicBoolean();
        Runnable end = () -> {
            if (!over.getAndSet(true)) {
                waits.computeIfPresent(name, (any, open) -> open == 1 ? null : open - 1);
            }
        };
        boolean started = false;
        try {
            if (most > 0 && count > most) {
                throw new Problem(
                                429,
                                "Quota exceeded",
                                "You wait for " + most + " locks already: end one of these requests first.")
                        .header("Retry-After", "5");
            }
            Task task = start(true, followed(work, end), ending);
            started = true;
            return () -> {
                task.cancel();
                end.run(); // it may not have begun
            };
        } finally {
            if (!started) {
                end.run();
            }
        }
    }

    /** Returns the same work, which does that at its end, however it ends. */
    private static Work followed(Work work, Runnable end) {
        return () -> {
            try {
                return work.run();
            } finally {
                end.run();
            }
        };
    }

    /** Starts work that needs much memory, of which few are done at a time; the rest waits, so many of each caller. */
    void startHeavy(String caller, Work work, Ending ending) {
        int count = heavyOf.merge(caller, 1, Integer::sum);
        Runnable end = () -> heavyOf.computeIfPresent(caller, (any, open) -> open == 1 ? null : open - 1);
        boolean started = false;
        try {
            if (count > MOST_HEAVY_OF_ONE) {
                throw overloaded();
            }
            start(heavy, followed(work, end), ending);
            started = true;
        } finally {
            if (!started) {
                end.run();
            }
        }
    }

    Task start(boolean patient, Work work, Ending ending) {
        return start(patient ? waiting : quick, work, ending);
    }

    private Task start(ExecutorService threads, Work work, Ending ending) {
        Context context = vertx.getOrCreateContext();
        try {
            Future<?> future = threads.submit(() -> {
                Answer answer = null;
                Throwable failure = null;
                try {
                    answer = work.run().written();
                } catch (InterruptedException e) {
                    return; // the caller is gone
                } catch (RuntimeException | Error e) {
                    failure = e;
                }
                Answer done = answer;
                Throwable failed = failure;
                context.runOnContext(back -> ending.ended(done, failed));
            });
            return () -> future.cancel(true);
        } catch (RejectedExecutionException e) {
            throw overloaded();
        }
    }

    private static Problem overloaded() {
        return new Problem(503, "Overloaded", "Too many requests are under way: try again in a moment.")
                .header("Retry-After", "1");
    }

    @Override
    public void close() {
        waiting.shutdownNow();
        quick.shutdown();
        heavy.shutdown();
    }
}
