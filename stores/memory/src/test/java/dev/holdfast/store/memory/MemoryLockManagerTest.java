package dev.holdfast.store.memory;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.time.InstantSource;
import java.util.UUID;

class MemoryLockManagerTest extends LockManagerContract {
    private final String name = UUID.randomUUID().toString();

    @Override
    protected LockStore open(InstantSource clock) {
        return new MemoryStoreProvider().open("memory:" + name, clock);
    }
}
