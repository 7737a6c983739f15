package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.LockStore;
import java.time.InstantSource;

/** The same for the function that applies many groups at once, which a caller who is alone never gets to use. */
class PostgresBatchContractTest extends PostgresLockStoreContractTest {
    @Override
    protected LockStore open(InstantSource clock) {
        return new InCompany(super.open(clock));
    }
}
