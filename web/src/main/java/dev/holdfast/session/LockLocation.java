package dev.holdfast.session;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The place where the locks of an application are stored.
 *
 * @param locks the manager of the locks
 * @param options the options of the manager
 * @param source the application's DataSource, if the locks are in its database
 * @param joining opens the locks within a transaction of that database; null if they are elsewhere
 */
public record LockLocation(
        LockManager locks,
        ManagerOptions options,
        @Nullable DataSource source,
        @Nullable Function<Connection, LockStore> joining) {

    /** Returns a location outside of the application's transactions. */
    public static LockLocation apart(LockManager locks) {
        return new LockLocation(locks, ManagerOptions.DEFAULT, null, null);
    }

    /**
     * Returns a location in the application's database: PostgreSQL, MariaDB, SQLite or H2.
     *
     * @throws IllegalArgumentException if it is another database; the message names it
     * @throws dev.holdfast.StoreException if locks cannot be kept there, or it cannot be reached
     */
    public static LockLocation within(DataSource source, SqlOptions sql, ManagerOptions options) {
        Database database = Database.of(source);
        return switch (database.product()) {
            case "PostgreSQL" ->
                within(
                        source,
                        SqlLockStores.postgres(source, sql),
                        options,
                        transaction -> SqlLockStores.joiningPostgres(transaction, sql));
            case "MariaDB" ->
                within(source, SqlLockStores.mariadb(source, sql.migrate()), options, SqlLockStores::joiningMariadb);
            case "H2" -> within(source, SqlLockStores.h2(source, sql.migrate()), options, SqlLockStores::joiningH2);
            case "SQLite" ->
                within(
                        source,
                        StoreProvider.openStore("sqlite:" + database.file(), options.wall()),
                        options,
                        SqlLockStores::joiningSqlite);
            default ->
                throw new IllegalArgumentException("Locks cannot be kept in the application's database, which is "
                        + database.product() + ": use PostgreSQL, MariaDB, SQLite or H2.");
        };
    }

    private static LockLocation within(
            DataSource source, LockStore store, ManagerOptions options, Function<Connection, LockStore> joining) {
        return new LockLocation(StoreManagers.over(store, options), options, source, joining);
    }

    /**
     * The database of a DataSource.
     *
     * @param file the file of SQLite, from its URL
     */
    private record Database(String product, String file) {
        static Database of(DataSource source) {
            try (Connection connection = source.getConnection()) {
                String product = connection.getMetaData().getDatabaseProductName();
                String url = connection.getMetaData().getURL();
                return new Database(product, product.equals("SQLite") ? file(url) : "");
            } catch (SQLException e) {
                throw new StoreUnreachableException(
                        "The application's database, in which the locks are to be kept, cannot be reached: "
                                + e.getMessage(),
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
