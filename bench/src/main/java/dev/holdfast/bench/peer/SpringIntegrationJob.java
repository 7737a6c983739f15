package dev.holdfast.bench.peer;

import dev.holdfast.bench.contender.Pool;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The registry of Spring Integration in PostgreSQL, with its default time to live and its renewal. */
final class SpringIntegrationJob implements JobLock {
    private final DataSource source;

    // begin
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS INT_LOCK (
              LOCK_KEY CHAR(36) NOT NULL,
              REGION VARCHAR(100) NOT NULL,
              CLIENT_ID CHAR(36),
              CREATED_DATE TIMESTAMP NOT NULL,
              EXPIRED_AFTER TIMESTAMP NOT NULL,
              CONSTRAINT INT_LOCK_PK PRIMARY KEY (LOCK_KEY, REGION))""";

    private final ThreadPoolTaskScheduler renewal = new ThreadPoolTaskScheduler();
    private final DefaultLockRepository repository;
    private final JdbcLockRegistry locks;

    SpringIntegrationJob(DataSource source) {
        // end
        this.source = source;
        // begin
        new JdbcTemplate(source).execute(TABLE);
        repository = new DefaultLockRepository(source);
        repository.setTransactionManager(new DataSourceTransactionManager(source));
        repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        renewal.initialize();
        locks = new JdbcLockRegistry(repository);
        locks.setRenewalTaskScheduler(renewal);
    }

    @Override
    public boolean run(Runnable job, Runnable lost) {
        Lock lock = locks.obtain(NAME);
        if (!lock.tryLock()) {
            return false;
        }
        try {
            job.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        repository.close();
        renewal.shutdown();
    }
    // end

    static SpringIntegrationJob on(String address) {
        return new SpringIntegrationJob(Pool.to(address, 4));
    }

    @Override
    public void takeAway() {
        new JdbcTemplate(source).update("DELETE FROM INT_LOCK");
    }
}
