package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.time.InstantSource;

class ZooKeeperLockManagerTest extends OwnClockManagerContract {
    private final String address = Servers.fresh();

    @Override
    protected LockStore open(InstantSource clock) {
        return new ZooKeeperProvider().open(address, clock);
    }
}
