package dev.holdfast.store.redis;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code redis://user:password@host:port/db}, and {@code rediss://…} for TLS. The server has the clock. */
public final class RedisStoreProvider implements StoreProvider {

    @Override
    public Set<String> schemes() {
        return RedisSettings.SCHEMES;
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        return RedisLockStore.open(RedisSettings.of(address));
    }
}
