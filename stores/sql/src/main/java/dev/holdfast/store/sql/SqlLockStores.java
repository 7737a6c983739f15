package dev.holdfast.store.sql;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.h2.H2Stores;
import dev.holdfast.store.sql.mariadb.MariaStores;
import dev.holdfast.store.sql.postgres.PostgresStores;
import dev.holdfast.store.sql.sqlite.SqliteStores;
import java.sql.Connection;
import java.time.InstantSource;
import javax.sql.DataSource;

/**
 * Stores in the application's own database.
 *
 * <p>A store over a {@code DataSource} takes a connection for each call and commits by itself. A store that <em>joins</em> a
 * transaction works on that one connection and commits nothing: lock and load are committed together, so that what is loaded is
 * as fresh as the lock.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * List<Receipt> receipts;
 * try (LockManager joined = StoreManagers.over(SqlLockStores.joiningPostgres(connection), ManagerOptions.DEFAULT)) {
 *     receipts = joined.acquire("policy/12345").detach();
 * }
 * Policy policy = load(connection, 12345);
 * connection.commit();
 * LockHandle handle = locks.attach(receipts);
 * }</pre>
 *
 * <p>A hold that was granted this way counts once the transaction is committed. Until then no other program gets the lock: it
 * is told to try again in a moment, or waits in SQLite. A rollback leaves nothing of the hold, even if a handle is still open.
 * So detach it, commit, and take it up by its receipt. Commit soon: while the transaction is open, others cannot see who has
 * the lock.
 *
 * <p>On PostgreSQL, MariaDB and H2 the transaction must run at READ COMMITTED, else {@link
 * dev.holdfast.store.sql.shared.IsolationException} is thrown. A refusal, a conflict or an error leaves it usable. A joining
 * store is used by the thread that opened it alone, and never combines its changes with those of others; closing it leaves the
 * connection open.
 */
public final class SqlLockStores {
    private SqlLockStores() {}

    /** Opens a store over the application's connections to PostgreSQL, in the default schema. */
    public static LockStore postgres(DataSource source) {
        return postgres(source, SqlOptions.DEFAULT);
    }

    /**
     * Opens a store over the application's connections to PostgreSQL.
     *
     * @throws dev.holdfast.StoreException if the database cannot be used
     */
    public static LockStore postgres(DataSource source, SqlOptions options) {
        return PostgresStores.over(source, options.schema(), options.migrate());
    }

    /** Opens a store that joins an open transaction of PostgreSQL, in the default schema. */
    public static LockStore joiningPostgres(Connection transaction) {
        return joiningPostgres(transaction, SqlOptions.DEFAULT);
    }

    /**
     * Opens a store that joins an open transaction of PostgreSQL. The tables have to be there: open a store over the {@code
     * DataSource} first.
     *
     * @throws IllegalStateException if the connection commits by itself
     */
    public static LockStore joiningPostgres(Connection transaction, SqlOptions options) {
        return PostgresStores.joining(transaction, options.schema());
    }

    /** Opens a store over the application's connections to MariaDB, and makes or updates its tables. */
    public static LockStore mariadb(DataSource source) {
        return mariadb(source, true);
    }

    /**
     * Opens a store over the application's connections to MariaDB.
     *
     * @param migrate whether to make or update the tables; if not, the administrator of the database applies {@code docs/sql}
     * @throws dev.holdfast.StoreException if the database cannot be used
     */
    public static LockStore mariadb(DataSource source, boolean migrate) {
        return MariaStores.over(source, migrate);
    }

    /**
     * Opens a store that joins an open transaction of MariaDB. The tables have to be there: open a store over the {@code
     * DataSource} first.
     *
     * @throws IllegalStateException if the connection commits by itself or does not run at READ COMMITTED
     */
    public static LockStore joiningMariadb(Connection transaction) {
        return MariaStores.joining(transaction);
    }

    /** Opens a store over the application's connections to H2, and makes or updates its tables. */
    public static LockStore h2(DataSource source) {
        return h2(source, true);
    }

    /**
     * Opens a store over the application's connections to H2, in the schema {@code holdfast}.
     *
     * @param migrate whether to make or update the tables; if not, the administrator of the database applies {@code docs/sql}
     * @throws dev.holdfast.StoreException if the database cannot be used
     */
    public static LockStore h2(DataSource source, boolean migrate) {
        return H2Stores.over(source, migrate);
    }

    /**
     * Opens a store that joins an open transaction of H2. The tables have to be there: open a store over the {@code DataSource}
     * first.
     *
     * @throws IllegalStateException if the connection commits by itself or does not run at READ COMMITTED
     */
    public static LockStore joiningH2(Connection transaction) {
        return H2Stores.joining(transaction);
    }

    /** Opens a store that joins an open transaction of SQLite, with the clock of this machine. */
    public static LockStore joiningSqlite(Connection transaction) {
        return joiningSqlite(transaction, InstantSource.system());
    }

    /**
     * Opens a store that joins an open transaction of SQLite, in the file that a store {@code sqlite:} was opened in before. It
     * takes the file's write lock, and waits for it up to the connection's busy timeout; the lock stays until the transaction
     * ends. So no other program is told that a record is busy, as on a server: all that write to the file wait.
     *
     * <p>Begin the transaction with the lock, by {@code SQLiteConfig.setTransactionMode(IMMEDIATE)}. One that has read before
     * it joins cannot write any more once another program has written, and throws {@link
     * dev.holdfast.store.sql.shared.IsolationException}. End it by {@code setAutoCommit(true)}, which commits, or by closing
     * the connection: after {@code commit()} and {@code rollback()} SQLite's driver immediately begins the next transaction,
     * and takes the lock again with it.
     *
     * @param clock the one that the store in that file goes by
     * @throws IllegalStateException if the connection commits by itself, or is closed
     * @throws IllegalArgumentException if it is not one of SQLite, or has no file
     * @throws dev.holdfast.StoreUnwritableException if its file is not one of Holdfast
     */
    public static LockStore joiningSqlite(Connection transaction, InstantSource clock) {
        return SqliteStores.joining(transaction, clock);
    }
}
