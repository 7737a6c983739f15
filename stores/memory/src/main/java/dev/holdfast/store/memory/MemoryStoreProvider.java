package dev.holdfast.store.memory;

import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code memory:}, a store of its own each time, and {@code memory:NAME}, which is shared by that name. */
public final class MemoryStoreProvider implements StoreProvider {
    static final String SCHEME = "memory";

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        if (!address.startsWith(SCHEME + ":")) {
            throw new IllegalArgumentException("The address '" + StoreLocation.of(address)
                    + "' is not one of a memory store; write memory: for a new one or memory:NAME to share one.");
        }
        return MemoryLockStore.open(address.substring(SCHEME.length() + 1), clock);
    }
}
