package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

class MariaLockStoreContractTest extends OwnClockStoreContract implements WatchContract {
    private static final MariaServer SERVER = MariaServer.shared();

    @BeforeEach
    void empty() {
        Servers.empty(SERVER);
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new MariaProvider().open(SERVER.address() + "?connections=4&timeout=2m", clock);
    }
}
