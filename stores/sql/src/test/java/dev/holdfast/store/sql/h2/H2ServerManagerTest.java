package dev.holdfast.store.sql.h2;

import dev.holdfast.check.LongTest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.time.InstantSource;

/** A server, by its address. */
@LongTest("the same code as in a file; covered by H2LockManagerTest in every check")
class H2ServerManagerTest extends OwnClockManagerContract {
    private final String address = H2Databases.fresh() + "?timeout=2m";

    @Override
    protected LockStore open(InstantSource clock) {
        return new H2Provider().open(address, clock);
    }
}
