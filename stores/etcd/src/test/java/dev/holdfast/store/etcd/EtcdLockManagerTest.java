package dev.holdfast.store.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.time.InstantSource;

class EtcdLockManagerTest extends OwnClockManagerContract {
    private final String address = TestEtcd.address();

    @Override
    protected LockStore open(InstantSource clock) {
        return new EtcdProvider().open(address, clock);
    }
}
