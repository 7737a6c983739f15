package dev.holdfast.spring;

import dev.holdfast.Locks;
import dev.holdfast.rules.Durations;
import dev.holdfast.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Tidies away what is over, at the start and every so often: what crashed nodes left does not stay for ever. */
final class SweepSchedule implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog(SweepSchedule.class);

    private final Locks locks;
    private final @Nullable Duration every;
    private @Nullable ScheduledExecutorService timer;

    SweepSchedule(Locks locks, String every) {
        this.locks = locks;
        this.every = every.equals("never") ? null : Durations.parse(every);
    }

    @Override
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

    /** One that fails is no reason not to try the next time. */
    private void sweep() {
        try {
            locks.sweep();
        } catch (StoreException e) {
            LOG.warn("Expired locks were not tidied away: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("Expired locks were not tidied away.", e);
        }
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdown();
            try {
                // A sweep under way ends before the store is closed under it.
                timer.awaitTermination(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }
}
