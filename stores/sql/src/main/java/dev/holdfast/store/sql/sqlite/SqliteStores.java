package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;

/** Opens stores on connections of the application. */
public final class SqliteStores {
    private SqliteStores() {}

    /** Opens a store that joins an open transaction. */
    public static LockStore joining(Connection transaction, InstantSource clock) {
        try {
            return new SqliteJoinedLockStore(new SqliteTransaction(transaction), clock);
        } catch (SQLException e) {
            throw new StoreUnreachableException(
                    "The application's connection to SQLite failed (" + e.getMessage() + "): take another one.", e);
        }
    }
}
