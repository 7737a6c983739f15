package dev.holdfast.server.http;

import dev.holdfast.internal.storage.Log;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads of calls of other tools. Few calls of one user run at a time, so that slow uploads of one do not hold up the others.
 * Further calls of that user wait in their order. Thread-safe.
 */
final class ToolWorkers implements AutoCloseable {
    private static final int THREADS = 64;
    private static final int RUNNING_OF_ONE = 4;
    private static final int WAITING_OF_ONE = 64;
    private static final int WAITING = 4096;

    private final ExecutorService threads;
    private final Map<String, User> users = new HashMap<>();

    /** The calls of one user. */
    private static final class User {
        private int running;
        private final Queue<Runnable> waiting = new ArrayDeque<>();
    }

    ToolWorkers() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING), work -> {
                    Thread thread = new Thread(work, "holdfast-tool-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /** Runs a call when it is the user's turn. Throws a {@link Problem} if too many wait. */
    void start(String name, Runnable call) {
        synchronized (users) {
            User user = users.computeIfAbsent(name, any -> new User());
            if (user.running >= RUNNING_OF_ONE) {
                if (user.waiting.size() >= WAITING_OF_ONE) {
                    throw Problem.overloaded();
                }
                user.waiting.add(call);
                return;
            }
            user.running++;
        }
        boolean started = false;
        try {
            threads.execute(() -> runAll(name, call));
            started = true;
        } catch (RejectedExecutionException e) {
            throw Problem.overloaded();
        } finally {
            if (!started) {
                next(name);
            }
        }
    }

    /** Runs a call, and then those of the same user that have waited for it. */
    private void runAll(String name, Runnable first) {
        for (Runnable call = first; call != null; call = next(name)) {
            try {
                call.run();
            } catch (RuntimeException | Error e) {
                Log.broke("A call of another tool has failed.", e);
            }
        }
    }

    /** Returns the user's call that is next on this thread; null if there is none. */
    private @Nullable Runnable next(String name) {
        synchronized (users) {
            User user = users.get(name);
            Runnable next = user == null ? null : user.waiting.poll();
            if (next == null && user != null && --user.running == 0) {
                users.remove(name);
            }
            return next;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
