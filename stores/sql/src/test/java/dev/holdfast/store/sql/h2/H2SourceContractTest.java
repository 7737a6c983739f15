package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;

/** The application's own memory, in the compatibility mode that tests of applications with PostgreSQL use. */
class H2SourceContractTest extends OwnClockStoreContract implements WatchContract {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final JdbcDataSource source = new JdbcDataSource();

    H2SourceContractTest() {
        source.setURL("jdbc:h2:mem:source" + DATABASES.incrementAndGet()
                + ";DB_CLOSE_DELAY=-1;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH");
        source.setUser("sa");
        source.setPassword("");
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return SqlLockStores.h2(source);
    }
}
