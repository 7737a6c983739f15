package dev.holdfast.store.sql.h2;

import dev.holdfast.check.LongTest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

/** A server, by its address. */
@LongTest("the same code as in a file; covered by H2LockStoreContractTest in every check")
class H2ServerContractTest extends OwnClockStoreContract implements WatchContract {
    private String address;

    @BeforeEach
    void choose() {
        address = H2Databases.fresh() + "?connections=4&timeout=2m";
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new H2Provider().open(address, clock);
    }
}
