package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.shared.Library;
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
        PostgresSettings settings = PostgresSettings.parse(address);
        Library.require("PostgreSQL", Library.POSTGRESQL, Library.HIKARI);
        return PostgresLockStore.open(settings);
    }
}
