package dev.holdfast.store.sql.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Receipt;
import dev.holdfast.servers.MariaServer;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.shared.IsolationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks in the application's own transaction, and over its DataSource. */
class MariaJoinedTest {
    private static final MariaServer SERVER = MariaServer.shared();
    private static Pool pool;

    private LockStore store;
    private LockManager locks;
    private Connection connection;

    @BeforeAll
    static void start() {
        SERVER.execute("CREATE TABLE policy (id INT PRIMARY KEY, premium INT)");
        SERVER.execute("INSERT INTO policy VALUES (1, 100)");
        pool = Pool.to(SERVER, 10);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @BeforeEach
    void open() throws SQLException {
        Servers.empty(SERVER);
        store = SqlLockStores.mariadb(pool.source());
        locks = LockManager.over(store, ManagerOptions.USUAL);
        connection = pool.source().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        locks.close();
    }

    private LockManager joined() {
        return LockManager.over(SqlLockStores.joiningMariadb(connection), ManagerOptions.USUAL);
    }

    private int premium() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT premium FROM policy WHERE id = 1")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void overADataSource_addressHasNoSecret() {
        assertThat(locks.traits().address()).isEqualTo("mariadb://127.0.0.1:" + SERVER.port() + "/locks");
    }

    @Test
    @DisplayName("P9: lock and load are committed together")
    void committed_isHeldAndCanBeTakenUp() throws SQLException {
        List<Receipt> receipts;
        try (LockManager joined = joined()) {
            receipts = joined.acquire("policy/1").detach();
        }
        assertThat(premium()).isEqualTo(100);
        connection.commit();
        assertThat(locks.tryAcquire("policy/1").granted()).isFalse();
        try (LockHandle handle = locks.attach(receipts)) {
            assertThat(handle.held()).isTrue();
        }
        assertThat(locks.look("policy/1").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a rollback leaves nothing of the lock")
    void rolledBack_isGone() throws SQLException {
        try (LockManager joined = joined()) {
            joined.acquire("policy/4").detach();
        }
        connection.rollback();
        assertThat(locks.look("policy/4").free()).isTrue();
        locks.acquire("policy/4").close();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: while the transaction is open the lock is granted to nobody else, and nobody waits")
    void open_isGrantedToNobodyElse() throws Exception {
        LockStore joined = SqlLockStores.joiningMariadb(connection);
        Records.applied(joined, Records.acquire("policy/2", "ann"));
        for (String address : List.of("", SERVER.address())) {
            LockStore other = address.isEmpty() ? store : new MariaProvider().open(address, null);
            List<Result> results = CompletableFuture.supplyAsync(() -> other.apply(List.of(
                            Records.acquire("policy/2", "bob"), Records.acquire("policy/3" + address.length(), "bob"))))
                    .get(90, TimeUnit.SECONDS);
            assertThat(results.get(0)).isInstanceOf(Result.Busy.class);
            assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
            assertThat(other.apply(List.of(Records.acquire("policy/2", "bob"))).get(0))
                    .isInstanceOf(Result.Busy.class);
            if (other != store) {
                other.close();
            }
        }
        connection.commit();
        assertThat(store.apply(List.of(Records.acquire("policy/2", "bob"))).get(0))
                .isInstanceOf(Result.Conflict.class);
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: what was taken after the transaction began is seen")
    void takenMeanwhile_isRefused() throws SQLException {
        assertThat(premium()).isEqualTo(100); // the transaction has begun
        try (LockHandle held = locks.acquire("policy/6");
                LockManager joined = joined()) {
            assertThat(joined.tryAcquire("policy/6").granted()).isFalse();
            assertThat(held.held()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    @Tag("safety")
    @DisplayName("P9: refused at every isolation level but READ COMMITTED, and the transaction goes on")
    void otherIsolation_isRefused(int level) throws SQLException {
        connection.setTransactionIsolation(level);
        assertThat(premium()).isEqualTo(100);
        assertThatThrownBy(() ->
                        SqlLockStores.joiningMariadb(connection).apply(List.of(Records.acquire("policy/7", "ann"))))
                .isInstanceOf(IsolationException.class)
                .hasMessageContaining("READ COMMITTED");
        assertThat(premium()).isEqualTo(100);
    }

    @Test
    void notInATransaction_isTheCallersMistake() throws SQLException {
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlLockStores.joiningMariadb(connection))
                .withMessageContaining("setAutoCommit(false)");
    }

    @Test
    void otherThread_isRefused() {
        LockStore joined = SqlLockStores.joiningMariadb(connection);
        CompletableFuture<Object> other = CompletableFuture.supplyAsync(() -> joined.read(List.of(Key.lock("a"))));
        assertThatThrownBy(other::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    @DisplayName("P9: a row that another program has in its transaction is busy, and spoils nothing")
    void rowHeldByAnother_isBusy() throws Exception {
        LockStore joined = SqlLockStores.joiningMariadb(connection);
        long version =
                Records.applied(joined, Records.acquire("policy/8", "ann")).version();
        connection.commit();
        try (Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_record FOR UPDATE");
            Group release = Group.of(Change.delete(Key.lock("policy/8"), version));
            assertThat(joined.apply(List.of(release)).get(0)).isInstanceOf(Result.Busy.class);
            assertThat(premium()).isEqualTo(100);
            other.rollback();
            assertThat(joined.apply(List.of(release)).get(0)).isInstanceOf(Result.Applied.class);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("A change that is committed long after others with larger numbers is shown to those who watch")
    void committedLate_isShown() throws Exception {
        LockStore joined = SqlLockStores.joiningMariadb(connection);
        CompletableFuture<String> seen = new CompletableFuture<>();
        store.watch(dev.holdfast.store.Kind.LOCK, "late", sighting -> {
            if (sighting.entry() != null) {
                seen.complete(sighting.key().name());
            }
        });
        Records.applied(store, Records.acquire("early", "ann"));
        Records.applied(joined, Records.acquire("late", "ann"));
        for (int i = 0; i < 20; i++) {
            Records.applied(store, Records.acquire("between/" + i, "ann"));
        }
        connection.commit();
        assertThat(seen.get(90, TimeUnit.SECONDS)).isEqualTo("late");
    }
}
