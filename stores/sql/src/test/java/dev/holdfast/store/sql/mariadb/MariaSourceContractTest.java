package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.Pool;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The same over a pool of the application, as MariaDB sets its connections up: there every group goes the long way. */
class MariaSourceContractTest extends OwnClockStoreContract implements WatchContract {
    private static final MariaServer SERVER = MariaServer.shared();
    private static Pool pool;

    @BeforeAll
    static void start() {
        pool = Pool.to(SERVER, 30);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @BeforeEach
    void empty() {
        Servers.empty(SERVER);
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return SqlLockStores.mariadb(pool.source());
    }
}
