package dev.holdfast.internal.manager;

import dev.holdfast.internal.storage.Log;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread on which one manager calls back, in the order of the events. A callback that blocks delays later callbacks, but no
 * renewal and no countdown. The thread starts with the first callback and ends after some idle seconds.
 */
final class Callbacks implements Executor {
    private static final long IDLE_SECONDS = 5;

    private @Nullable ThreadPoolExecutor thread;

    @Override
    public void execute(Runnable callback) {
        thread().execute(() -> {
            try {
                callback.run();
            } catch (Throwable e) {
                Log.callbackFailed(e); // it must not keep later callbacks from running
            }
        });
    }

    private synchronized ThreadPoolExecutor thread() {
        if (thread == null) {
            thread = new ThreadPoolExecutor(
                    1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Callbacks::thread);
            thread.allowCoreThreadTimeOut(true);
        }
        return thread;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "holdfast-callbacks");
        thread.setDaemon(true);
        return thread;
    }
}
