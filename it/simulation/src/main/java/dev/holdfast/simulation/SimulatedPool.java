package dev.holdfast.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands in for {@link java.util.concurrent.ThreadPoolExecutor}, with simulated threads. */
public final class SimulatedPool {
    private final int most;
    private final int mostWaiting;
    private final ThreadFactory factory;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int running;

    public SimulatedPool(
            int core, int most, long keep, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        this.most = Math.max(core, most);
        this.mostWaiting = queue.remainingCapacity();
        this.factory = factory;
    }

    public void allowCoreThreadTimeOut(boolean allow) {}

    public void execute(Runnable work) {
        Scheduler scheduler = Scheduler.here();
        scheduler.point();
        if (running < most) {
            running++;
            scheduler.start(factory.newThread(() -> runAll(work)));
        } else if (waiting.size() < mostWaiting) {
            waiting.add(work);
        } else {
            throw new RejectedExecutionException("The pool is full.");
        }
    }

    /** Runs the work on the caller's thread; called by a planted flaw. */
    public void executeHere(Runnable work) {
        work.run();
    }

    private void runAll(Runnable first) {
        try {
            for (@Nullable Runnable work = first; work != null; work = waiting.poll()) {
                work.run();
            }
        } finally {
            running--;
        }
    }

    public void shutdown() {}
}
