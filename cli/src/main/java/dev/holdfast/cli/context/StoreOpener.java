package dev.holdfast.cli.context;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.internal.storage.NoLayoutException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.List;

/** Opens stores by their addresses. */
final class StoreOpener {
    private StoreOpener() {}

    static LockStore open(String address, InstantSource clock) {
        LockStore bundled = BundledStores.open(address, clock);
        if (bundled == null) {
            CommandJar.addDriver(address);
        }
        return bundled == null ? StoreProvider.openStore(address, clock) : bundled;
    }

    /** Opens a store without making its tables. Tables of an earlier version are updated, as they could not be read otherwise. */
    static LockStore existing(String address, InstantSource clock) {
        String looking = forLooking(address);
        try {
            return open(looking, clock);
        } catch (StoreUnwritableException e) {
            if (looking.equals(address) || e.getCause() instanceof NoLayoutException) {
                throw e;
            }
            return open(address, clock);
        }
    }

    /** Returns the address with which a database without tables is not given any; the same address for other stores. */
    private static String forLooking(String address) {
        boolean server =
                List.of("postgresql://", "mariadb://", "h2://").stream().anyMatch(address::startsWith);
        return !server || address.contains("migrate=")
                ? address
                : address + (address.indexOf('?') < 0 ? "?" : "&") + "migrate=off";
    }
}
