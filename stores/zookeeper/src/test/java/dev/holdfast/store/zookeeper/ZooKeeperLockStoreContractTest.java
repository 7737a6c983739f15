package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;

class ZooKeeperLockStoreContractTest extends OwnClockStoreContract implements WatchContract {
    private final String address = Servers.fresh();

    @Override
    protected LockStore open(InstantSource clock) {
        return new ZooKeeperProvider().open(address, clock);
    }
}
