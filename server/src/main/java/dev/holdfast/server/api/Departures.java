package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.manager.AsyncGrants;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Pages that have been left. Their holds are released after a few seconds, unless a heartbeat says that the page is back: it was
 * only loaded again. A heartbeat may come to another server of the same store. If this server ends before, the lease ends the hold.
 */
final class Departures {
    /** A page that is loaded again over a slow connection has to be back by then. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final int MOST = 10_000;

    private final LockManager locks;
    private final AsyncGrants async;
    private final Metrics metrics;
    private final Map<Receipt, Instant> left = new ConcurrentHashMap<>();
    private final Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);

    Departures(LockManager locks, AsyncGrants async, Metrics metrics) {
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
    }

    /**
     * Releases a hold soon.
     *
     * @param seen its last heartbeat
     */
    void left(Receipt receipt, Instant seen) {
        if (left.size() < MOST) {
            left.put(receipt, seen);
            later.execute(() -> end(receipt, seen));
        }
    }

    /** Keeps a hold whose page is back. */
    void stayed(Receipt receipt) {
        left.remove(receipt);
    }

    private void end(Receipt receipt, Instant seen) {
        try {
            boolean gone = left.remove(receipt, seen)
                    && locks.holds()
                            .view(List.of(receipt))
                            .get(0)
                            .filter(hold -> hold.seen().equals(seen))
                            .isPresent();
            if (gone) {
                var unused = async.release(List.of(receipt)).thenAccept(released -> {
                    if (released) {
                        metrics.released(List.of(receipt));
                    }
                });
            }
        } catch (StoreException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "The hold of a page that was left ends with its lease.", e);
        }
    }
}
