package dev.holdfast.store.sql.postgres;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

class PostgresLockStoreContractTest extends OwnClockStoreContract implements WatchContract {
    /** That of the test before, whose stores are closed. */
    private static @Nullable String former;

    private String schema;

    @BeforeEach
    void lend() {
        if (former != null) {
            Schemas.giveBack(former);
        }
        schema = Schemas.lend();
        former = schema;
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new PostgresProvider()
                .open(PostgresServer.shared().address() + "?connections=4&timeout=2m&schema=" + schema, clock);
    }
}
