package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

class MariaLockManagerTest extends OwnClockManagerContract {
    private String database;

    @BeforeEach
    void lend() {
        database = Servers.lend();
        keep(() -> Servers.giveBack(database));
    }

    @Override
    protected LockStore open(InstantSource clock) {
        String address = MariaServer.shared().address().replace("/locks", "/" + database);
        return new MariaProvider().open(address + "?timeout=2m", clock);
    }
}
