package dev.holdfast.example.play.data;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.SqlLockStores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Function;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** One database for the game and for its locks, so that a post and the end of its lock are one transaction. */
public final class Database implements AutoCloseable {
    private static final int CONNECTIONS = 8;
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HikariDataSource source;
    private final LockStore locks;
    private final Function<Connection, LockStore> joining;
    private final InstantSource clock;
    private final boolean rowLocks;

    private Database(
            HikariDataSource source,
            LockStore locks,
            Function<Connection, LockStore> joining,
            InstantSource clock,
            boolean rowLocks) {
        this.source = source;
        this.locks = locks;
        this.joining = joining;
        this.clock = clock;
        this.rowLocks = rowLocks;
    }

    /** Work on a connection. */
    public interface Work<T> {
        T run(Rows rows) throws SQLException;
    }

    /** Opens the database at {@code sqlite:FILE} or {@code postgresql://…}, and makes what is not there yet. */
    public static Database open(String address, InstantSource clock) {
        Database opened;
        if (address.startsWith("sqlite:")) {
            // First, since the file is to be marked as Holdfast's: the game's tables are guests in it.
            LockStore locks = StoreProvider.openStore(address, clock);
            opened = new Database(
                    pool(sqlite(address.substring("sqlite:".length()))),
                    locks,
                    connection -> SqlLockStores.joiningSqlite(connection, clock),
                    clock,
                    false);
        } else if (address.startsWith("postgresql:")) {
            HikariDataSource source = pool(postgres(address));
            opened = new Database(
                    source,
                    SqlLockStores.postgres(source),
                    SqlLockStores::joiningPostgres,
                    InstantSource.system(),
                    true);
        } else {
            throw new IllegalArgumentException(
                    "The game keeps its posts in sqlite:FILE or postgresql://…, not in " + address + ".");
        }
        try {
            opened.prepare(opened.rowLocks ? "postgresql.sql" : "sqlite.sql");
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static HikariDataSource pool(HikariConfig config) {
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Returns a pool whose transactions take the file's write lock when they begin, so that none fails late. */
    private static HikariConfig sqlite(String file) {
        SQLiteConfig how = new SQLiteConfig();
        how.enforceForeignKeys(true);
        how.setBusyTimeout(30_000);
        how.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(how);
        source.setUrl("jdbc:sqlite:" + file);
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        return config;
    }

    private static HikariConfig postgres(String address) {
        URI where = URI.create(address);
        if (where.getHost() == null || where.getPath().length() < 2) {
            throw new IllegalArgumentException("Write postgresql://user:password@localhost:5432/database.");
        }
        String[] user = (where.getUserInfo() == null ? "" : where.getUserInfo()).split(":", 2);
        if (user.length > 1 && !LOCAL.contains(where.getHost())) {
            throw new IllegalArgumentException("The password for " + where.getHost()
                    + " could be read on its way: reach the database through a tunnel on this machine.");
        }
        int port = where.getPort() < 0 ? 5432 : where.getPort();
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
        config.addDataSourceProperty("url", "jdbc:postgresql://" + where.getHost() + ":" + port + where.getPath());
        config.addDataSourceProperty("stringType", "unspecified"); // texts where UUIDs are wanted
        config.setUsername(user[0]);
        config.setPassword(user.length == 1 ? "" : user[1]);
        return config;
    }

    private void prepare(String script) {
        String text;
        try (InputStream file = Database.class.getResourceAsStream(script)) {
            if (file == null) {
                throw new IllegalStateException(script + " is missing.");
            }
            text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        inTransaction(rows -> {
            try (Statement statement = rows.connection().createStatement()) {
                if (rowLocks) {
                    statement.execute("SELECT pg_advisory_xact_lock(7430)"); // several may start at the same time
                }
                return statement.executeUpdate(text);
            }
        });
    }

    /** Runs a read-only transaction. */
    public <T> T read(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            return work.run(new Rows(connection));
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
    }

    /** Runs a transaction. Within it, change locks only with {@link #joining}: others would wait for its end. */
    public <T> T inTransaction(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                T result = work.run(new Rows(connection));
                // Commits; commit() would immediately begin the next one, and delay all others for nothing.
                connection.setAutoCommit(true);
                done = true;
                return result;
            } finally {
                if (!done) {
                    connection.rollback();
                }
            }
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
    }

    /** Returns the store of the locks. */
    public LockStore locks() {
        return locks;
    }

    /** Returns the locks as seen and changed within a transaction. */
    public LockStore joining(Connection transaction) {
        return joining.apply(transaction);
    }

    /** Returns the end of a query for rows that must not change before the transaction ends. */
    String forUpdate() {
        return rowLocks ? " FOR UPDATE" : "";
    }

    /** Returns how a statement writes a parameter in milliseconds since 1970 as a time. */
    String moment() {
        return rowLocks ? "to_timestamp(? / 1000.0)" : "?";
    }

    /** Returns the milliseconds since 1970. */
    public long now() {
        return clock.millis();
    }

    @Override
    public void close() {
        locks.close();
        source.close();
    }
}
