package dev.holdfast.store.sql.mariadb;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.shared.Library;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code mariadb://user:password@host:port/database}. */
public final class MariaProvider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("mariadb");
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        MariaSettings settings = MariaSettings.parse(address);
        Library.require("MariaDB", Library.MARIADB, Library.HIKARI);
        return MariaLockStore.open(settings);
    }
}
