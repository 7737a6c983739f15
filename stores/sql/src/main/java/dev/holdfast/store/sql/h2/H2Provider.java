package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.shared.Library;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code h2:<file>}, {@code h2:mem:<name>} and {@code h2://user:password@host:port/database}. */
public final class H2Provider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("h2");
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        if (address.startsWith("h2://")) {
            H2Settings settings = H2Settings.parse(address);
            Library.require("H2", Library.H2, Library.HIKARI);
            return H2LockStore.open(settings);
        }
        H2Place place = H2Place.parse(address);
        Library.require("H2", Library.H2);
        return H2LockStore.open(place, clock);
    }
}
