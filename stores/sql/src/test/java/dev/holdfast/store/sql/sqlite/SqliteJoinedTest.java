package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.sqlite.App.ask;
import static dev.holdfast.store.sql.sqlite.App.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteConfig.TransactionMode;

/** Locks in the application's own transaction, in the file that has its tables too. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteJoinedTest {
    private static final ManagerOptions KEEPING = ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)
            .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build()));

    @TempDir
    private Path folder;

    private Path file;
    private LockStore store;
    private LockManager locks;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        file = folder.resolve("app.db");
        store = SqliteLockStore.open(file, InstantSource.system());
        locks = StoreManagers.over(store, KEEPING);
        sql(file, "CREATE TABLE post (id TEXT PRIMARY KEY, fence INTEGER NOT NULL)");
        connection = App.connect(file);
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        locks.close();
    }

    private LockManager joined() {
        return StoreManagers.over(SqlLockStores.joiningSqlite(connection), KEEPING);
    }

    private void post(String id, long fence) throws SQLException {
        sql(connection, "INSERT INTO post VALUES ('" + id + "', " + fence + ")");
    }

    private String posts() throws SQLException {
        return ask(file, "SELECT group_concat(id ORDER BY id) FROM post");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEFERRED", "IMMEDIATE"})
    @DisplayName("P9: lock and load are committed together")
    void committed_isHeldAndCanBeTakenUp(TransactionMode mode) throws SQLException {
        List<Receipt> receipts;
        try (Connection own = App.connect(file, mode)) {
            own.setAutoCommit(false);
            try (LockManager joined = StoreManagers.over(SqlLockStores.joiningSqlite(own), KEEPING)) {
                receipts = joined.acquire("scene/1").detach();
            }
            sql(own, "INSERT INTO post VALUES ('a', 1)");
            own.setAutoCommit(true);
            assertThat(locks.tryAcquire("scene/1").granted()).isFalse();
        }
        assertThat(posts()).isEqualTo("a");
        try (LockHandle handle = locks.attach(receipts)) {
            assertThat(handle.isHeld()).isTrue();
        }
        assertThat(locks.view("scene/1").free()).isTrue();
    }

    @Test
    @DisplayName("P9: a rollback leaves nothing of both")
    void rolledBack_isFree() throws SQLException {
        try (LockManager joined = joined()) {
            joined.acquire("scene/1").detach();
            post("a", 1);
            assertThat(joined.view("scene/1").free()).isFalse();
        }
        connection.rollback();
        assertThat(posts()).isNull();
        assertThat(locks.admin().history(HistoryQuery.NEWEST)).isEmpty();
        locks.acquire("scene/1").close();
    }

    @Test
    @DisplayName("P9: what the application rolls back to a savepoint goes alone")
    void rolledBackToASavepoint_goesAlone() throws SQLException {
        try (LockManager joined = joined()) {
            joined.acquire("kept").detach();
            Savepoint before = connection.setSavepoint();
            joined.acquire("gone").detach();
            connection.rollback(before);
        }
        connection.commit();
        assertThat(locks.list("")).extracting(view -> view.resource()).containsExactly("kept");
    }

    @Test
    @DisplayName("P9: a refusal leaves the transaction as it was")
    void refused_leavesTheTransactionUsable() throws SQLException {
        try (LockHandle held = locks.acquire("scene/1")) {
            try (LockManager joined = joined()) {
                post("a", 1);
                assertThatThrownBy(() -> joined.acquire("scene/1")).isInstanceOf(LockUnavailableException.class);
                joined.acquire("scene/2").detach();
            }
            connection.commit();
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(posts()).isEqualTo("a");
        assertThat(locks.view("scene/2").free()).isFalse();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a conflict writes nothing, tells what is there, and leaves the transaction usable")
    void conflict_writesNothing() throws SQLException {
        long version = Records.applied(store, Records.acquire("a", "ann")).version();
        Key other = Key.lock("b");
        try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
            post("a", 1);
            Result result = joined.apply(List.of(Group.of(
                            Change.put(other, Change.ABSENT, Records.held()),
                            Change.delete(Key.lock("a"), version - 1))))
                    .get(0);
            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.Conflict.class,
                            conflict -> assertThat(conflict.current().version(Key.lock("a")))
                                    .isEqualTo(version));
            assertThat(Records.version(joined, other)).isEqualTo(Change.ABSENT);
            Records.applied(joined, Change.delete(Key.lock("a"), version));
        }
        connection.commit();
        assertThat(posts()).isEqualTo("a");
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: who asks while the transaction is open is answered by what it left")
    void open_isGrantedToNobodyElse() throws Exception {
        LockStore joined = SqlLockStores.joiningSqlite(connection);
        Records.applied(joined, Records.acquire("a", "ann"));
        CompletableFuture<List<Result>> other =
                CompletableFuture.supplyAsync(() -> store.apply(List.of(Records.acquire("a", "ben"))));
        post("a", 1);
        assertThat(other).isNotDone();
        connection.commit();
        assertThat(other.get().get(0)).isInstanceOf(Result.Conflict.class);

        Records.applied(joined, Records.acquire("b", "ann"));
        other = CompletableFuture.supplyAsync(() -> store.apply(List.of(Records.acquire("b", "ben"))));
        assertThat(other).isNotDone();
        connection.rollback();
        assertThat(other.get().get(0)).isInstanceOf(Result.Applied.class);
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: those inside transactions and those outside never get the same turn")
    void manyInAndOutOfTransactions_takeTurns() throws Exception {
        sql(file, "CREATE TABLE turn (version INTEGER PRIMARY KEY)");
        List<CompletableFuture<Integer>> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean inside = i % 2 == 0;
            workers.add(CompletableFuture.supplyAsync(() -> inside ? incrementsInside() : increments(store)));
        }
        int done = 0;
        for (CompletableFuture<Integer> worker : workers) {
            done += worker.get();
        }
        assertThat(Records.count(store)).isEqualTo(done);
        assertThat(ask(file, "SELECT count(*) FROM turn"))
                .isEqualTo(
                        Integer.toString(workers.get(0).get() + workers.get(2).get()));
    }

    private static int increments(LockStore counting) {
        int done = 0;
        for (int i = 0; i < 100; i++) {
            done += Records.increment(counting) > 0 ? 1 : 0;
        }
        return done;
    }

    /** Increments in transactions, each of which also notes its version, or is rolled back. */
    private int incrementsInside() {
        int done = 0;
        try (Connection own = App.connect(file, TransactionMode.IMMEDIATE)) {
            for (int i = 0; i < 100; i++) {
                own.setAutoCommit(false);
                try (LockStore joined = SqlLockStores.joiningSqlite(own)) {
                    long version = Records.increment(joined);
                    sql(own, "INSERT INTO turn VALUES (" + version + ")");
                }
                if (i % 3 == 0) {
                    own.rollback();
                } else {
                    done++;
                }
                own.setAutoCommit(true);
            }
            return done;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: fences grow, whoever grants: in a transaction, beside it, after one that was rolled back")
    void fences_grow() throws SQLException {
        long last = 0;
        for (int i = 0; i < 6; i++) {
            long fence;
            try (LockManager joined = joined();
                    LockHandle handle = joined.acquire("a")) {
                fence = handle.fence();
                assertThat(joined.holds().verifyFence("a", fence)).isTrue();
            }
            assertThat(fence).isGreaterThan(last);
            if (i % 2 == 0) {
                connection.commit();
                last = fence;
            } else {
                connection.rollback();
            }
            try (LockHandle handle = locks.acquire("a")) {
                assertThat(handle.fence()).isGreaterThan(last);
                last = handle.fence();
            }
        }
    }

    @Test
    @DisplayName("C9: the text is posted, its draft deleted and the hold given back in one step")
    void submitted_withThePost() throws SQLException {
        Receipt receipt = written("Once upon a time");
        try (LockManager joined = joined()) {
            assertThat(joined.drafts().submit(receipt, "mia")).isTrue();
            post("a", 1);
        }
        assertThat(locks.drafts().get("scene/1", "mia")).isPresent();
        connection.commit();
        assertThat(posts()).isEqualTo("a");
        assertThat(locks.drafts().get("scene/1", "mia")).isEmpty();
        assertThat(locks.view("scene/1").free()).isTrue();
        try (LockManager joined = joined()) {
            assertThat(joined.drafts().submit(receipt, "mia")).isFalse();
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("C9: a post that fails keeps draft and hold")
    void submitted_withAPostThatFails_keepsDraftAndHold() throws SQLException {
        sql(file, "INSERT INTO post VALUES ('a', 1)");
        Receipt receipt = written("Once upon a time");
        try (LockManager joined = joined()) {
            assertThat(joined.drafts().submit(receipt, "mia")).isTrue();
            assertThatThrownBy(() -> post("a", 2)).isInstanceOf(SQLException.class);
        }
        connection.rollback();
        assertThat(ask(file, "SELECT fence FROM post")).isEqualTo("1");
        assertThat(locks.drafts().get("scene/1", "mia")).map(Draft::content).hasValue("Once upon a time");
        assertThat(locks.holds().view(List.of(receipt)).get(0)).isPresent();
    }

    private Receipt written(String text) {
        Receipt receipt = locks.acquire("scene/1").detach().get(0);
        locks.holds().renew(List.of(Heartbeat.of(receipt, true).draft(new Draft.Edit("mia", 1, text))));
        return receipt;
    }

    @Test
    @DisplayName("P9: those who watch, here and in other processes, are told of what was committed and of nothing else")
    void committed_isToldToThoseWhoWatch() throws Exception {
        BlockingQueue<String> here = new LinkedBlockingQueue<>();
        BlockingQueue<String> there = new LinkedBlockingQueue<>();
        try (SqliteLockStore other = SqliteLockStore.open(file, InstantSource.system());
                Subscription one = watch(store, here);
                Subscription two = watch(other, there)) {
            Records.applied(store, Records.acquire("first", "ann"));
            assertThat(List.of(here.take(), there.take())).containsOnly("+first");
            try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
                Records.applied(joined, Records.acquire("undone", "ann"));
                connection.rollback();
                Records.applied(joined, Records.acquire("second", "ann"));
                connection.commit();
                assertThat(List.of(here.take(), there.take())).containsOnly("+second");
                Records.applied(joined, Change.delete(Key.lock("second"), Records.version(joined, Key.lock("second"))));
                connection.commit();
                assertThat(List.of(here.take(), there.take())).containsOnly("-second");
            }
            assertThat(List.of(one, two)).hasSize(2);
        }
    }

    private static Subscription watch(LockStore watched, BlockingQueue<String> told) {
        Set<String> before = ConcurrentHashMap.newKeySet();
        return watched.watch(Kind.LOCK, "", sighting -> {
                    String now = (sighting.entry() == null ? "-" : "+")
                            + sighting.key().name();
                    if (before.add(now)) { // the same may be told twice
                        told.add(now);
                    }
                })
                .orElseThrow();
    }

    @Test
    @DisplayName("P9: a pool's connection is joined, and let go when it is given back")
    void pooled_isJoined() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + file);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            LockStore joined;
            try (Connection borrowed = pool.getConnection()) {
                borrowed.setAutoCommit(false);
                joined = SqlLockStores.joiningSqlite(borrowed);
                Records.applied(joined, Records.acquire("a", "ann"));
                borrowed.commit();
            }
            try (Connection next = pool.getConnection()) {
                next.setAutoCommit(false);
                assertThatThrownBy(() -> joined.apply(List.of(Records.acquire("b", "ann"))))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("its transaction is over");
            }
            joined.close();
        }
        assertThat(locks.view("a").free()).isFalse();
        assertThat(locks.view("b").free()).isTrue();
    }
}
