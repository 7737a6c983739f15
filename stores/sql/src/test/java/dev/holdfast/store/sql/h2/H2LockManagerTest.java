package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory of this process. */
class H2LockManagerTest extends LockManagerContract {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final String address = "h2:mem:manager" + DATABASES.incrementAndGet();

    @Override
    protected LockStore open(InstantSource clock) {
        return new H2Provider().open(address, clock);
    }
}
