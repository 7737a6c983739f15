package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads that may block. Requests that wait for a lock need none of them. */
public final class Workers implements AutoCloseable {
    private static final int QUICK = 64;
    private static final int HEAVY = 4;
    /** Including calls that wait for a thread. */
    private static final int MAX_HEAVY_OF_ONE = 64;

    private final Vertx vertx;
    private final ExecutorService quick = pool(QUICK, "holdfast-work", new LinkedBlockingQueue<>(4096));
    private final ExecutorService heavy = pool(HEAVY, "holdfast-list", new LinkedBlockingQueue<>(256));
    private final Map<String, Integer> heavyOf = new ConcurrentHashMap<>();

    /** Starts no thread before there is work. */
    public Workers(Vertx vertx) {
        this.vertx = vertx;
    }

    /** A call that may block. */
    interface BlockingCall {
        Answer run() throws InterruptedException;
    }

    /** Receives the answer or the failure, on the event loop of the request. */
    interface Completion {
        void ended(@Nullable Answer answer, @Nullable Throwable failure);
    }

    private static ExecutorService pool(int max, String name, BlockingQueue<Runnable> queue) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory threads = work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(max, max, 30, TimeUnit.SECONDS, queue, threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Returns the threads for work that blocks briefly. */
    Executor quick() {
        return quick;
    }

    /** Returns the same call, followed by an action however it ends. */
    private static BlockingCall followed(BlockingCall work, Runnable end) {
        return () -> {
            try {
                return work.run();
            } finally {
                end.run();
            }
        };
    }

    /** Starts a call that needs much memory. Only a few run at a time; a limited number per caller waits. */
    void startHeavy(String caller, BlockingCall work, Completion ending) {
        int count = heavyOf.merge(caller, 1, Integer::sum);
        Runnable end = () -> heavyOf.computeIfPresent(caller, (any, open) -> open == 1 ? null : open - 1);
        boolean started = false;
        try {
            if (count > MAX_HEAVY_OF_ONE) {
                throw Problem.overloaded();
            }
            start(heavy, followed(work, end), ending);
            started = true;
        } finally {
            if (!started) {
                end.run();
            }
        }
    }

    /** Starts a call that blocks briefly. */
    void start(BlockingCall work, Completion ending) {
        start(quick, work, ending);
    }

    private void start(ExecutorService threads, BlockingCall work, Completion ending) {
        Context context = vertx.getOrCreateContext();
        try {
            threads.execute(() -> {
                Answer answer = null;
                Throwable failure = null;
                try {
                    answer = work.run().written();
                } catch (InterruptedException | RuntimeException | Error e) {
                    failure = e;
                }
                Answer done = answer;
                Throwable failed = failure;
                context.runOnContext(back -> ending.ended(done, failed));
            });
        } catch (RejectedExecutionException e) {
            throw Problem.overloaded();
        }
    }

    @Override
    public void close() {
        quick.shutdown();
        heavy.shutdown();
    }
}
