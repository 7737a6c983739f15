package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.sqlite.App.ask;
import static dev.holdfast.store.sql.sqlite.App.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Rows of {@code record} that the application deletes by its own SQL: the lock is lost, and everybody learns of it. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteByHandTest {
    private static final String DELETE_A = "DELETE FROM record WHERE kind = 'LOCK' AND CAST(name AS TEXT) = 'a'";

    @TempDir
    private Path folder;

    private Path file;
    private LockStore store;
    private LockManager locks;

    @BeforeEach
    void open() {
        file = folder.resolve("app.db");
        store = SqliteLockStore.open(file, InstantSource.system());
        locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("The holder is told of its loss, and the next one has a larger fence")
    void deleted_isALossAndFencesGrow() throws Exception {
        try (LockHandle handle = locks.acquire("a")) {
            long fence = handle.fence();
            sql(file, DELETE_A);
            assertThat(handle.lost().get().resource()).isEqualTo("a");
            assertThat(handle.isHeld()).isFalse();
            try (LockHandle next = locks.acquire("a")) {
                assertThat(next.fence()).isGreaterThan(fence);
                assertThat(locks.holds().verifyFence("a", fence)).isFalse();
            }
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("Fences grow also if the row was the newest of all, and its store is opened again")
    void deleted_andOpenedAgain_fencesGrow() throws Exception {
        long fence;
        try (LockHandle handle = locks.acquire("a")) {
            fence = handle.fence();
            sql(file, "DELETE FROM record");
        }
        locks.close();
        open();
        try (LockHandle next = locks.acquire("a")) {
            assertThat(next.fence()).isGreaterThan(fence);
        }
    }

    @Test
    @DisplayName("The owners and users of a deleted row are forgotten with it")
    void deleted_isFoundByNobody() throws SQLException {
        Owner ann = Owner.of("ann").user("u1");
        Owner ben = Owner.of("ben").user("u2");
        Records.applied(store, Change.put(Key.lock("a"), Change.ABSENT, Records.held(ann, ben)));
        sql(file, DELETE_A);
        assertThat(ask(file, "SELECT count(*) FROM party")).isEqualTo("0");
        assertThat(store.query(Query.all(Kind.LOCK).user("u2")).entries()).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("Who waits for it gets it")
    void deleted_isGrantedToTheNextInLine() throws Exception {
        locks.acquire(LockRequest.of("a").owner(Owner.of("ann"))).detach();
        LockRequest waiting = LockRequest.of("a").owner(Owner.of("ben")).timeout(Duration.ofSeconds(150));
        CompletableFuture<LockHandle> ben = CompletableFuture.supplyAsync(() -> acquire(waiting));
        await().atMost(Duration.ofSeconds(90))
                .until(() -> !locks.view("a").queue().isEmpty());
        sql(file, DELETE_A);
        try (LockHandle next = ben.get()) {
            assertThat(next.isHeld()).isTrue();
        }
    }

    private LockHandle acquire(LockRequest request) {
        try {
            return locks.acquire(request);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("Those who watch are told, also if the same transaction changes other locks")
    void deleted_isToldToThoseWhoWatch() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (SqliteLockStore other = SqliteLockStore.open(file, InstantSource.system());
                Subscription all = watch(other, "", told);
                Connection connection = App.connect(file)) {
            for (int i = 0; i < 2; i++) {
                String name = "lock-" + i;
                Records.applied(store, Records.acquire(name, "ann"));
                awaitTold(told, "+" + name);
                connection.setAutoCommit(false);
                try (LockStore joined = SqlLockStores.joiningSqlite(connection)) {
                    if (i > 0) {
                        Records.applied(joined, Records.acquire("beside-" + i, "ann"));
                    }
                    sql(connection, "DELETE FROM record WHERE CAST(name AS TEXT) = '" + name + "'");
                }
                connection.setAutoCommit(true);
                awaitTold(told, "-" + name);
            }
            assertThat(all).isNotNull();
        }
    }

    private static Subscription watch(LockStore watched, String prefix, BlockingQueue<String> told) {
        return watched.watch(
                        Kind.LOCK,
                        prefix,
                        sighting -> told.add((sighting.entry() == null ? "-" : "+")
                                + sighting.key().name()))
                .orElseThrow();
    }

    private static void awaitTold(BlockingQueue<String> told, String what) throws InterruptedException {
        String next = told.take();
        while (!next.equals(what)) {
            next = told.take();
        }
    }
}
