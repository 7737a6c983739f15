package dev.holdfast.cli.context;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The stores that come with the command, by the names of their classes. A search of the class path, as for other stores, takes
 * longer than opening one.
 */
final class BundledStores {
    private BundledStores() {}

    /** Opens the store, or returns null if no such store comes with the command. */
    static @Nullable LockStore open(String address, InstantSource clock) {
        StoreProvider provider = provider(address.substring(0, Math.max(0, address.indexOf(':'))));
        return provider == null ? null : provider.open(address, clock);
    }

    static @Nullable StoreProvider provider(String scheme) {
        String name = switch (scheme) {
            case "file" -> "dev.holdfast.store.file.project.RegistryStoreProvider";
            case "dir", "files" -> "dev.holdfast.store.file.FileStoreProvider";
            case "memory" -> "dev.holdfast.store.memory.MemoryStoreProvider";
            case "sqlite" -> "dev.holdfast.store.sql.sqlite.SqliteProvider";
            case "postgresql" -> "dev.holdfast.store.sql.postgres.PostgresProvider";
            case "h2" -> "dev.holdfast.store.sql.h2.H2Provider";
            case "mariadb" -> "dev.holdfast.store.sql.mariadb.MariaProvider";
            default -> null;
        };
        try {
            return name == null
                    ? null
                    : Class.forName(name)
                            .asSubclass(StoreProvider.class)
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (ReflectiveOperationException e) {
            return null; // not part of this copy: the caller reports which stores there are
        }
    }
}
