package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code zookeeper://user:password@host:port,host:port/path}: a path of its own in ZooKeeper, made on demand. */
public final class ZooKeeperProvider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of(Settings.SCHEME);
    }

    /** Opens a store. The clock is not used: the time is that of ZooKeeper's leader. */
    @Override
    public LockStore open(String address, InstantSource clock) {
        return ZooKeeperLockStore.open(Settings.of(address));
    }
}
