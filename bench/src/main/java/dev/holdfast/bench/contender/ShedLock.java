package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock in a database, with the database's time and the tables that its documentation recommends. It cannot wait. */
final class ShedLock implements Contender {
    private final HikariDataSource pool;
    private final LockProvider provider;

    private ShedLock(String address, int connections, String timeType) throws SQLException {
        pool = Pool.to(address, connections);
        Pool.execute(
                pool,
                "CREATE TABLE IF NOT EXISTS shedlock (name VARCHAR(64) NOT NULL, lock_until " + timeType
                        + " NOT NULL, locked_at " + timeType
                        + " NOT NULL, locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name))");
        provider = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
    }

    static ShedLock onPostgres(String address, int connections) throws SQLException {
        return new ShedLock(address, connections, "TIMESTAMP");
    }

    static ShedLock onMariadb(String address, int connections) throws SQLException {
        return new ShedLock(address, connections, "TIMESTAMP(3)");
    }

    @Override
    public Lock exclusive(String name) {
        return new Lock() {
            private @Nullable SimpleLock lock;

            @Override
            public boolean tryTake() {
                lock = provider.lock(new LockConfiguration(Instant.now(), name, LEASE, Duration.ZERO))
                        .orElse(null);
                return lock != null;
            }

            @Override
            public void release() {
                if (lock != null) {
                    lock.unlock();
                }
            }
        };
    }

    @Override
    public void close() {
        pool.close();
    }
}
