package dev.holdfast.server.http;

import dev.holdfast.internal.storage.Log;
import io.vertx.core.Context;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tasks of other threads for one event loop. The thread that decides about locks answers many requests in a row: the loop is
 * woken once for all of them, rather than once for each. Thread-safe.
 */
final class LoopTasks {
    /** After so many, the loop reads requests before it goes on. */
    private static final int MAX_IN_A_ROW = 256;

    private final Context context;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /** @param context a context of the event loop */
    LoopTasks(Context context) {
        this.context = context;
    }

    /** Runs a task on the event loop soon, after those before it. */
    void add(Runnable task) {
        tasks.add(task);
        call();
    }

    private void call() {
        if (!called.getAndSet(true)) {
            context.runOnContext(back -> run());
        }
    }

    private void run() {
        // A task that comes from here on calls again.
        called.set(false);
        for (int i = 0; i < MAX_IN_A_ROW; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                return;
            }
            try {
                task.run();
            } catch (Throwable e) {
                // The tasks after it belong to other requests.
                Log.broke("A task of an event loop has failed.", e);
            }
        }
        call();
    }
}
