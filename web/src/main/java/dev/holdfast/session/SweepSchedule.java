package dev.holdfast.session;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Removes expired locks at the start and at regular intervals, such as those of crashed nodes. */
public final class SweepSchedule implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SweepSchedule.class.getName());

    private final LockManager locks;
    private final @Nullable Duration every;
    private @Nullable ScheduledExecutorService timer;

    /**
     * Creates a schedule that is not started yet.
     *
     * @param every how often, or null for never
     */
    public SweepSchedule(LockManager locks, @Nullable Duration every) {
        this.locks = locks;
        this.every = every;
    }

    /** Begins to sweep, unless it has begun or there is no interval. */
    @SuppressWarnings("FutureReturnValueIgnored") // a sweep reports its failures itself
    public synchronized void start() {
        if (every == null || timer != null) {
            return;
        }
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "holdfast-sweep");
            thread.setDaemon(true);
            return thread;
        });
        started.scheduleWithFixedDelay(this::sweep, 0, every.toMillis(), TimeUnit.MILLISECONDS);
        timer = started;
    }

    /** A sweep that fails is logged, and the next one is tried. */
    private void sweep() {
        try {
            locks.admin().sweep();
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "Expired locks were not removed:  " + e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "Expired locks were not removed.", e);
        }
    }

    /** Stops the schedule. It may be started again. */
    @Override
    public void close() {
        ScheduledExecutorService ending = ending();
        if (ending != null) {
            ending.shutdown();
            try {
                // A sweep under way ends before the store is closed under it.
                ending.awaitTermination(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized @Nullable ScheduledExecutorService ending() {
        ScheduledExecutorService ending = timer;
        timer = null;
        return ending;
    }

    /** Returns whether sweeps are scheduled. */
    public synchronized boolean running() {
        return timer != null;
    }
}
