package dev.holdfast.spring;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.store.LockStore;
import java.sql.Connection;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the locks are.
 *
 * @param locks the manager of all of them
 * @param options what it goes by
 * @param source the application's, if the locks are in its database
 * @param joining opens them within a transaction of that database, or null if they are elsewhere
 */
record LockPlace(
        LockManager locks,
        ManagerOptions options,
        @Nullable DataSource source,
        @Nullable Function<Connection, LockStore> joining) {

    /** A place that no transaction of the application reaches. */
    static LockPlace apart(LockManager locks) {
        return new LockPlace(locks, ManagerOptions.USUAL, null, null);
    }
}
