package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.sqlite.App.ask;
import static dev.holdfast.store.sql.sqlite.App.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.shared.IsolationException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConnection;

/** What a transaction must be to be joined, and what is left of it when something fails. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteJoinedTroubleTest {
    @TempDir
    private Path folder;

    private Path file;
    private LockStore store;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        file = folder.resolve("app.db");
        store = SqliteLockStore.open(file, InstantSource.system());
        sql(file, "CREATE TABLE post (id TEXT PRIMARY KEY)");
        connection = App.connect(file);
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        store.close();
    }

    @Test
    void notInATransaction_isTheCallersMistake() throws SQLException {
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlLockStores.joiningSqlite(connection))
                .withMessageContaining("setAutoCommit(false)");
    }

    @Test
    void noLongerInATransaction_isTheCallersMistake() throws SQLException {
        LockStore joined = SqlLockStores.joiningSqlite(connection);
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> joined.apply(List.of(Records.acquire("a", "ann"))))
                .withMessageContaining("setAutoCommit(false)");
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
    }

    @Test
    void closedConnection_isTheCallersMistake() throws SQLException {
        LockStore joined = SqlLockStores.joiningSqlite(connection);
        connection.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> joined.read(List.of(Key.lock("a"))))
                .withMessageContaining("its transaction is over");
        assertThatIllegalStateException().isThrownBy(() -> SqlLockStores.joiningSqlite(connection));
        joined.close();
    }

    @Test
    void closedStore_leavesTheTransactionOpen() throws SQLException {
        LockStore joined = SqlLockStores.joiningSqlite(connection);
        Records.applied(joined, Records.acquire("a", "ann"));
        joined.close();
        joined.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> joined.history(HistoryQuery.NEWEST))
                .withMessageContaining("This store is closed");
        sql(connection, "INSERT INTO post VALUES ('a')");
        connection.rollback();
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
    }

    @Test
    void otherThread_isRefused() {
        LockStore joined = SqlLockStores.joiningSqlite(connection);
        CompletableFuture<Object> other = CompletableFuture.supplyAsync(() -> joined.read(List.of(Key.lock("a"))));
        assertThatThrownBy(other::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    void fileOfAnother_isRefusedAndTheTransactionGoesOn() throws SQLException {
        Path foreign = folder.resolve("foreign.db");
        try (Connection other = App.connect(foreign)) {
            sql(other, "CREATE TABLE post (id TEXT)", "CREATE TABLE record (id TEXT)");
            other.setAutoCommit(false);
            assertThatThrownBy(() -> SqlLockStores.joiningSqlite(other))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining(foreign + " is a database of another program");
            sql(other, "DROP TABLE record", "INSERT INTO post VALUES ('a')");
            assertThatThrownBy(() -> SqlLockStores.joiningSqlite(other))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("is a database of another program");
            other.commit();
        }
        assertThat(ask(foreign, "SELECT count(*) FROM post")).isEqualTo("1");
    }

    @Test
    void emptyFile_isRefused() throws SQLException {
        try (Connection other = App.connect(folder.resolve("empty.db"))) {
            other.setAutoCommit(false);
            assertThatThrownBy(() -> SqlLockStores.joiningSqlite(other))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("open it as a store before");
        }
    }

    @Test
    void newerLayout_isRefused() throws SQLException {
        sql(file, "PRAGMA user_version = " + (SqliteSchema.VERSION + 1));
        assertThatThrownBy(() -> SqlLockStores.joiningSqlite(connection))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("update this one");
    }

    @Test
    void databaseInMemory_isRefused() throws SQLException {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            other.setAutoCommit(false);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SqlLockStores.joiningSqlite(other))
                    .withMessageContaining("has no file open");
        }
    }

    @Test
    void connectionOfAnotherDriver_isRefused() {
        // In an open transaction and of no known driver: it answers no to every question.
        Connection other = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlLockStores.joiningSqlite(other))
                .withMessageContaining("org.xerial:sqlite-jdbc");
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a transaction that read before others wrote is refused at once, and goes on reading")
    void outOfDate_isRefused() throws SQLException {
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            connection.rollback();
            assertThat(ask(connection, "SELECT count(*) FROM post")).isEqualTo("0");
            Records.applied(store, Records.acquire("a", "ann"));
            assertThatThrownBy(() -> joined.apply(List.of(Records.acquire("a", "ben"))))
                    .isInstanceOf(IsolationException.class)
                    .hasMessageContaining("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> joined.read(List.of(Key.lock("a")))).isInstanceOf(IsolationException.class);
            assertThatThrownBy(() -> SqlLockStores.joiningSqlite(connection)).isInstanceOf(IsolationException.class);
            assertThat(ask(connection, "SELECT count(*) FROM post")).isEqualTo("0");
            connection.rollback();
            assertThat(joined.apply(List.of(Records.acquire("a", "ben"))).get(0))
                    .isInstanceOf(Result.Conflict.class);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a transaction that has read, and nobody wrote since, is joined")
    void upToDate_isJoined() throws SQLException {
        Records.applied(store, Records.acquire("a", "ann"));
        assertThat(ask(connection, "SELECT count(*) FROM post")).isEqualTo("0");
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            Records.applied(joined, Records.acquire("b", "ben"));
        }
        connection.commit();
        assertThat(Records.version(store, Key.lock("b"))).isGreaterThan(Change.ABSENT);
    }

    @Test
    void writtenByAnother_forLongerThanTheBusyTimeout_isToldAndTheTransactionGoesOn() throws SQLException {
        connection.unwrap(SQLiteConnection.class).setBusyTimeout(10);
        try (LockStore joined = SqlLockStores.joiningSqlite(connection);
                Connection other = App.connect(file)) {
            connection.commit();
            other.setAutoCommit(false);
            sql(other, "INSERT INTO post VALUES ('other')");
            for (int i = 0; i < 2; i++) { // the second time it has read already
                assertThatThrownBy(() -> joined.apply(List.of(Records.acquire("a", "ann"))))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("has been writing to " + file);
                assertThat(ask(connection, "SELECT count(*) FROM post")).isEqualTo("0");
            }
            other.rollback();
            Records.applied(joined, Records.acquire("a", "ann"));
            connection.commit();
        }
        assertThat(Records.version(store, Key.lock("a"))).isGreaterThan(Change.ABSENT);
    }

    @Test
    @Tag("safety")
    @DisplayName(
            "P9: a transaction that is over, whatever the driver says, is not joined: each change would be committed")
    void overWithoutTheDriversKnowledge_isRefused() throws SQLException {
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            sql(connection, "ROLLBACK");
            for (int i = 0; i < 2; i++) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> joined.apply(List.of(Records.acquire("a", "ann"))))
                        .withMessageContaining("The transaction is over");
            }
        }
        connection.rollback();
        sql(connection, "COMMIT");
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlLockStores.joiningSqlite(connection))
                .withMessageContaining("The transaction is over");
        connection.rollback();
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
    }

    @Test
    @DisplayName("P9: a failure undoes its own step, and the transaction goes on")
    void failure_leavesTheTransactionUsable() throws SQLException {
        sql(
                file,
                "CREATE TRIGGER picky BEFORE INSERT ON record WHEN NEW.kind = 'DRAFT' BEGIN SELECT RAISE(ABORT, 'no'); END");
        Change draft = Change.put(new Key(Kind.DRAFT, "a"), Change.ABSENT, Records.draft(1, ""));
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            sql(connection, "INSERT INTO post VALUES ('a')");
            Records.applied(joined, Records.acquire("kept", "ann"));
            assertThatThrownBy(() -> joined.apply(List.of(Records.acquire("undone", "ann"), Group.of(draft))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("A trigger or a constraint in " + file + " refused the change");
            Records.applied(joined, Records.acquire("next", "ann"));
            sql(connection, "UPDATE record SET body = 'scribble' WHERE kind = 'LOCK' AND name = CAST('next' AS BLOB)");
            assertThatThrownBy(() -> joined.read(List.of(Key.lock("next"))))
                    .isInstanceOf(StoreUnwritableException.class);
            sql(connection, "DELETE FROM record WHERE body = 'scribble'", "INSERT INTO post VALUES ('b')");
            assertThat(joined.history(HistoryQuery.NEWEST)).hasSize(2);
        }
        connection.commit();
        assertThat(ask(file, "SELECT count(*) FROM post")).isEqualTo("2");
        assertThat(store.query(Query.all(Kind.LOCK)).entries())
                .extracting(entry -> entry.key().name())
                .containsExactly("kept");
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a full disk, after which SQLite rolls back everything, leaves nothing of both")
    void fullDisk_rollsBackEverything() throws SQLException {
        Key draft = new Key(Kind.DRAFT, "long");
        Change tooLong = Change.put(draft, Change.ABSENT, Records.draft(1, "x".repeat(200_000)));
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            sql(connection, "INSERT INTO post VALUES ('a')");
            Records.applied(joined, Records.acquire("a", "ann"));
            sql(connection, "PRAGMA max_page_count = 20");
            assertThatThrownBy(() -> joined.apply(List.of(Group.of(tooLong))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("There is no room left")
                    .hasSuppressedException(new IllegalStateException(SqliteTransaction.OVER));
            assertThatIllegalStateException()
                    .isThrownBy(() -> joined.apply(List.of(Records.acquire("b", "ann"))))
                    .withMessageContaining("The transaction is over");
            sql(connection, "INSERT INTO post VALUES ('b')");
            connection.rollback();
        }
        assertThat(ask(file, "SELECT count(*) FROM post")).isEqualTo("0");
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        sql(connection, "PRAGMA max_page_count = 100000");
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            Records.applied(joined, Records.acquire("a", "ann"));
        }
        connection.commit();
        assertThat(Records.version(store, Key.lock("a"))).isGreaterThan(Change.ABSENT);
    }
}
