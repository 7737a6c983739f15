package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's lock registry in a database, with the table of its own scripts. */
final class SpringJdbc implements Contender {
    private final HikariDataSource pool;
    private final DefaultLockRepository repository;
    private final JdbcLockRegistry registry;

    private SpringJdbc(String address, int connections, String timeType, String onDuplicate) throws SQLException {
        pool = Pool.to(address, connections);
        Pool.execute(
                pool,
                "CREATE TABLE IF NOT EXISTS INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
                        + " CLIENT_ID CHAR(36), CREATED_DATE " + timeType + " NOT NULL, EXPIRED_AFTER " + timeType
                        + " NOT NULL, CONSTRAINT INT_LOCK_PK PRIMARY KEY (LOCK_KEY, REGION))");
        repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.setInsertQuery(repository.getInsertQuery() + onDuplicate);
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        registry = new JdbcLockRegistry(repository, LEASE);
    }

    /** Opens it with an insert that does nothing if there is a row, as its documentation recommends. */
    static SpringJdbc onPostgres(String address, int connections) throws SQLException {
        return new SpringJdbc(address, connections, "TIMESTAMP", " ON CONFLICT DO NOTHING");
    }

    static SpringJdbc onMariadb(String address, int connections) throws SQLException {
        return new SpringJdbc(address, connections, "DATETIME(6)", "");
    }

    @Override
    public Lock exclusive(String name) {
        return new JavaLock(registry.obtain(name));
    }

    @Override
    public void close() {
        repository.close();
        pool.close();
    }
}
