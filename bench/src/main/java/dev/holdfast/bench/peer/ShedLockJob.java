package dev.holdfast.bench.peer;

import dev.holdfast.bench.contender.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock in PostgreSQL. {@code lockAtMostFor} has no default; 30 s is the least that its keep-alive allows. */
final class ShedLockJob implements JobLock {
    private final DataSource source;

    // begin
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS shedlock (
              name VARCHAR(64) NOT NULL PRIMARY KEY,
              lock_until TIMESTAMP NOT NULL,
              locked_at TIMESTAMP NOT NULL,
              locked_by VARCHAR(255) NOT NULL)""";

    private final ScheduledExecutorService renewal = Executors.newScheduledThreadPool(1);
    private final LockProvider locks;

    ShedLockJob(DataSource source) {
        // end
        this.source = source;
        // begin
        JdbcTemplate jdbc = new JdbcTemplate(source);
        jdbc.execute(TABLE);
        locks = new KeepAliveLockProvider(
                new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                        .withJdbcTemplate(jdbc)
                        .usingDbTime()
                        .build()),
                renewal);
    }

    @Override
    public boolean run(Runnable job, Runnable lost) {
        Optional<SimpleLock> held =
                locks.lock(new LockConfiguration(Instant.now(), NAME, Duration.ofSeconds(30), Duration.ZERO));
        if (held.isEmpty()) {
            return false;
        }
        try {
            job.run();
            return true;
        } finally {
            held.get().unlock();
        }
    }

    @Override
    public void close() {
        renewal.shutdownNow();
    }
    // end

    static ShedLockJob on(String address) {
        return new ShedLockJob(Pool.to(address, 4));
    }

    @Override
    public void takeAway() {
        new JdbcTemplate(source).update("DELETE FROM shedlock");
    }
}
