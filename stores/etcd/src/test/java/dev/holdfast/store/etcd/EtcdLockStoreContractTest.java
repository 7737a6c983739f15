package dev.holdfast.store.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.time.InstantSource;

class EtcdLockStoreContractTest extends OwnClockStoreContract implements WatchContract {
    private final String address = TestEtcd.address();

    @Override
    protected LockStore open(InstantSource clock) {
        return new EtcdProvider().open(address, clock);
    }
}
