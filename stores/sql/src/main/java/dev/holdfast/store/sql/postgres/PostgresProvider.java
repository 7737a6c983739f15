package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code postgresql://user:password@host:port/database}. */
public final class PostgresProvider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("postgresql");
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        return PostgresLockStore.open(PostgresSettings.parse(address));
    }
}
