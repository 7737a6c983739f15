package dev.holdfast.store.file;

import dev.holdfast.store.file.sidecar.Disk;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A thread that deletes files that are in no other program's way, so that a release does not wait for it. A caller with more to
 * delete than the thread keeps up with deletes by itself. What a process leaves undone, the next one that opens the folder
 * does.
 */
final class Janitor {
    private static final int MAX_WAITING = 256;
    private static final Executor THREAD = thread();

    private final Executor executor;

    /** Works immediately where a probe counts the steps. */
    Janitor(Disk disk) {
        this.executor = disk == Disk.REAL ? THREAD : Runnable::run;
    }

    private static Executor thread() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                work -> {
                    Thread thread = new Thread(work, "holdfast-file-janitor");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    void later(Runnable work) {
        executor.execute(work);
    }

    /** Waits, not for ever, until what was left to do so far is done. */
    void finish() {
        FutureTask<Boolean> last = new FutureTask<>(() -> true);
        executor.execute(last);
        try {
            last.get(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The rest goes with the next tidying.
        }
    }
}
