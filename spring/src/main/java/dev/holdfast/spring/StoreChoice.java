package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.session.LockLocation;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.sql.SqlOptions;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Opens the locks in the configured store, else in the application's database. */
record StoreChoice(HoldfastProperties properties, Environment environment) {
    private static final String ADDRESS =
            "Name a store, such as holdfast.store=redis://localhost:6379 with dev.holdfast:holdfast-store-redis on the class"
                    + " path, or sqlite:locks.db for one machine.";

    /** Opens the store at an address. */
    LockLocation at(String address) {
        try {
            return LockLocation.apart(LockManager.open(address, options(preset(address))));
        } catch (IllegalArgumentException | StoreException e) {
            throw new NoStoreException(
                    "The locks cannot be opened at the address in holdfast.store (" + StoreLocation.of(address) + "): "
                            + e.getMessage(),
                    ADDRESS,
                    e);
        }
    }

    /** Opens the locks in the application's Redis. */
    LockLocation in(OwnRedis redis) {
        try {
            ManagerOptions options = options(Preset.OFFLINE);
            return LockLocation.apart(StoreManagers.over(redis.open(), options));
        } catch (IllegalArgumentException e) {
            throw new NoStoreException(String.valueOf(e.getMessage()), ADDRESS, e);
        } catch (StoreException e) {
            throw new NoStoreException(
                    "Locks cannot be kept in the application's Redis: " + e.getMessage(),
                    "Start Redis, or correct spring.data.redis.*; locks may also be elsewhere. " + ADDRESS,
                    e);
        }
    }

    /** Opens the locks in the application's database. */
    LockLocation in(DataSource source) {
        SqlOptions sql = new SqlOptions(properties.schema(), properties.migrate());
        ManagerOptions options = options(Preset.OFFLINE);
        try {
            return LockLocation.within(source, sql, options);
        } catch (IllegalArgumentException e) {
            throw new NoStoreException(String.valueOf(e.getMessage()), ADDRESS, e);
        } catch (StoreUnreachableException e) {
            throw new NoStoreException(
                    String.valueOf(e.getMessage()),
                    "Start the database, or correct spring.datasource.*; locks may also be elsewhere. " + ADDRESS,
                    e);
        } catch (StoreException e) {
            throw new NoStoreException(
                    "Locks cannot be kept in the application's database: " + e.getMessage(),
                    "See docs/sql of Holdfast for the tables and rights it needs. " + ADDRESS,
                    e);
        }
    }

    private ManagerOptions options(@Nullable Preset byDefault) {
        String named = properties.preset();
        Preset preset = named == null ? byDefault : PropertyValues.read("holdfast.preset", named, Preset::named);
        if (preset == null && properties.policies().isEmpty()) {
            return ManagerOptions.DEFAULT; // the store knows its preset
        }
        return ManagerOptions.DEFAULT.policies(
                PolicySettings.read(preset == null ? Preset.OFFLINE : preset, properties.policies(), environment));
    }

    /** Returns the preset for the policies of a store; null if the store has its own. */
    private @Nullable Preset preset(String address) {
        return switch (address.substring(0, Math.max(0, address.indexOf(':')))) {
            case "file" -> Preset.BOOK;
            case "dir" -> Preset.BOARD;
            case "files" -> Preset.RESUME;
            default -> null;
        };
    }
}
