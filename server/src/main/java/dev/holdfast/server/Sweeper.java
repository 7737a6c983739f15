package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.api.Metrics;
import dev.holdfast.server.audit.AuditTrail;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Removes the records of expired holds, waiters and limits, at the start and then regularly. Several servers may sweep at a time. */
record Sweeper(LockManager locks, Metrics metrics, @Nullable AuditTrail audit) {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /**
     * Sweeps once. Blocks.
     *
     * @throws StoreException if the store cannot be used
     */
    void sweep() {
        int records = locks.admin().sweep();
        metrics.swept(records);
        if (audit != null) {
            audit.swept(records);
        }
    }

    /** Sweeps regularly from now on. Failures are logged. */
    void start(Vertx vertx) {
        vertx.setPeriodic(INTERVAL.toMillis(), fired -> vertx.executeBlocking(this::sweepAgain, false));
    }

    private boolean sweepAgain() {
        try {
            sweep();
            return true;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, e.getMessage());
        } catch (RuntimeException | Error e) {
            Log.broke("Expired locks were not removed.", e);
        }
        return false;
    }
}
