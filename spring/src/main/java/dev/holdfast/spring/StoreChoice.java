package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Stores;
import dev.holdfast.rules.Preset;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the locks where the properties say, else in the application's own database. */
final class StoreChoice {
    private static final String ADDRESS =
            "Name a store, such as holdfast.store=redis://localhost:6379 with dev.holdfast:holdfast-store-redis on the class"
                    + " path, or sqlite:locks.db for one machine.";

    private final HoldfastProperties properties;

    StoreChoice(HoldfastProperties properties) {
        this.properties = properties;
    }

    /** At that address. */
    LockPlace at(String address) {
        return explained(
                "The locks cannot be opened at the address in holdfast.store",
                ADDRESS,
                () -> LockPlace.apart(LockManager.open(address, options(preset(address)))));
    }

    /** In the application's database. */
    LockPlace in(DataSource source) {
        Database database = Database.of(source);
        return switch (database.product()) {
            case "PostgreSQL" -> {
                SqlOptions sql = new SqlOptions(properties.schema(), properties.migrate());
                yield in(
                        source,
                        () -> SqlLockStores.postgres(source, sql),
                        transaction -> SqlLockStores.joiningPostgres(transaction, sql));
            }
            case "MariaDB" ->
                in(source, () -> SqlLockStores.mariadb(source, properties.migrate()), SqlLockStores::joiningMariadb);
            case "SQLite" ->
                in(
                        source,
                        () -> Stores.open("sqlite:" + database.file(), ManagerOptions.USUAL.wall()),
                        SqlLockStores::joiningSqlite);
            default ->
                throw new NoStoreException(
                        "Locks cannot be kept in the application's database, which is " + database.product()
                                + ": they can be in PostgreSQL, MariaDB and SQLite.",
                        ADDRESS,
                        null);
        };
    }

    private LockPlace in(DataSource source, Supplier<LockStore> opening, Function<Connection, LockStore> joining) {
        LockStore store = explained(
                "Locks cannot be kept in the application's database",
                "See docs/sql of Holdfast for the tables and rights it needs. " + ADDRESS,
                opening);
        ManagerOptions options = options(Preset.OFFLINE);
        return new LockPlace(LockManager.over(store, options), options, source, joining);
    }

    private ManagerOptions options(@Nullable Preset usual) {
        Preset preset = properties.preset() == null ? usual : Preset.named(properties.preset());
        if (preset == null && properties.policies().isEmpty()) {
            return ManagerOptions.USUAL; // the store knows its preset
        }
        return ManagerOptions.USUAL.policies(
                PolicySettings.read(preset == null ? Preset.OFFLINE : preset, properties.policies()));
    }

    /** What policies of a store start from; null if the store itself says so. */
    private @Nullable Preset preset(String address) {
        return switch (address.substring(0, Math.max(0, address.indexOf(':')))) {
            case "file" -> Preset.BOOK;
            case "dir" -> Preset.BOARD;
            case "files" -> Preset.RESUME;
            default -> null;
        };
    }

    private static <T> T explained(String what, String cure, Supplier<T> opening) {
        try {
            return opening.get();
        } catch (IllegalArgumentException | StoreException e) {
            throw new NoStoreException(what + ": " + e.getMessage(), cure, e);
        }
    }

    /**
     * What a DataSource leads to.
     *
     * @param file of SQLite, from its address
     */
    private record Database(String product, String file) {
        static Database of(DataSource source) {
            try (Connection connection = source.getConnection()) {
                String product = connection.getMetaData().getDatabaseProductName();
                String url = connection.getMetaData().getURL();
                return new Database(product, product.equals("SQLite") ? file(url) : "");
            } catch (SQLException e) {
                throw new NoStoreException(
                        "The application's database, in which the locks are to be kept, cannot be reached: "
                                + e.getMessage(),
                        "Start the database, or correct spring.datasource.*; locks may also be elsewhere. " + ADDRESS,
                        e);
            }
        }

        private static String file(String url) {
            String file = url.substring("jdbc:sqlite:".length());
            int question = file.indexOf('?');
            return question < 0 ? file : file.substring(0, question);
        }
    }
}
