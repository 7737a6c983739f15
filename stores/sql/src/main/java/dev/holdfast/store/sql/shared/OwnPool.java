package dev.holdfast.store.sql.shared;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.SQLException;

/** A pool of a store's own. Apart from {@link Connections}, which an application without HikariCP uses too. */
public final class OwnPool {
    private OwnPool() {}

    /**
     * Opens a pool, which ends with the store. Its connections commit by themselves.
     *
     * @throws dev.holdfast.StoreException if not even one connection can be made
     */
    public static Connections open(HikariConfig config, Failures failures) {
        config.setInitializationFailTimeout(1);
        config.setAutoCommit(true);
        boolean interrupted = Thread.interrupted(); // a pool that is interrupted while it starts gives up
        try {
            HikariDataSource pool = new HikariDataSource(config);
            return new Connections(pool, pool::close, failures);
        } catch (HikariPool.PoolInitializationException e) {
            throw failures.unchanged(e.getCause() instanceof SQLException cause ? cause : new SQLException(e));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
