package dev.holdfast.store.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code etcd://host:port/prefix}, and the same over TLS by {@code etcds:}. */
public final class EtcdProvider implements StoreProvider {

    @Override
    public Set<String> schemes() {
        return Set.of(EtcdAddress.PLAIN, EtcdAddress.OVER_TLS);
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        return EtcdLockStore.open(EtcdAddress.parse(address), clock);
    }
}
