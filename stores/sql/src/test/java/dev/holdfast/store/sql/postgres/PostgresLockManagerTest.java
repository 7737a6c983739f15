package dev.holdfast.store.sql.postgres;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

class PostgresLockManagerTest extends OwnClockManagerContract {
    private String schema;

    @BeforeEach
    void lend() {
        schema = Schemas.lend();
        keep(() -> Schemas.giveBack(schema));
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new PostgresProvider()
                .open(PostgresServer.shared().address() + "?connections=4&timeout=2m&schema=" + schema, clock);
    }
}
