package dev.holdfast.store.etcd;

import dev.holdfast.StoreException;
import dev.holdfast.internal.storage.Log;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that keeps the clock good and the history short while no caller waits for it. It asks for the time when the
 * answer shows most, and immediately when there is another leader.
 */
final class EtcdUpkeep implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(8);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    /** Once so little is open, less would help no caller. */
    private static final Duration NARROW = Duration.ofMillis(20);

    private final EtcdClock clock;
    private final EtcdHistory history;
    private final Thread thread = new Thread(this::run, "holdfast-etcd-upkeep");
    private volatile boolean woken;
    private volatile boolean closed;

    EtcdUpkeep(EtcdClock clock, EtcdHistory history) {
        this.clock = clock;
        this.history = history;
    }

    void start() {
        clock.onNewLeader(this::wake);
        thread.setDaemon(true);
        thread.start();
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        Duration pause = pause(clock.known());
        while (!closed) {
            sleep(pause);
            try {
                if (!closed) {
                    pause = pause(clock.betterThan(clock.known()));
                    history.trim();
                }
            } catch (StoreException | IllegalStateException e) {
                // Callers of the store meet the same failure and get it reported.
                pause = AFTER_FAILURE;
            } catch (RuntimeException | Error e) {
                Log.broke("The upkeep of a store in etcd has failed.", e);
                pause = AFTER_FAILURE;
            }
        }
    }

    private void sleep(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0 && !woken && !closed; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        woken = false;
    }

    private static Duration pause(@Nullable EtcdTime time) {
        if (time == null) {
            return AFTER_FAILURE;
        }
        Duration telling = Duration.ofNanos(time.bounds().untilTelling(System.nanoTime()));
        return time.bounds().width() > NARROW.toNanos() ? telling : telling.plus(PAUSE);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
