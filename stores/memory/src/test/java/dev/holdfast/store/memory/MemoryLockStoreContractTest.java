package dev.holdfast.store.memory;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MemoryLockStoreContractTest extends LockStoreContract implements WatchContract {
    private final String name = UUID.randomUUID().toString();
    /** Keeps the records while all other stores of that name are closed. */
    private LockStore keeper;

    @BeforeEach
    void keep() {
        keeper = open(time());
    }

    @AfterEach
    void end() {
        keeper.close();
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new MemoryStoreProvider().open("memory:" + name, clock);
    }
}
