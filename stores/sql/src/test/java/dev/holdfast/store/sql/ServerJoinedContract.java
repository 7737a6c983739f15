package dev.holdfast.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.engines.SqlServer;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.sql.shared.IsolationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks in the application's own transaction on a database server, and over its DataSource. */
public abstract class ServerJoinedContract {
    private final StoreProvider provider;
    private final SqlServer server;
    private Pool pool;
    private LockStore store;
    private LockManager locks;
    private Connection connection;

    protected ServerJoinedContract(StoreProvider provider, SqlServer server) {
        this.provider = provider;
        this.server = server;
    }

    /** Returns the address of a place without locks. */
    protected abstract String address();

    /** Returns the name of our table of records in SQL. */
    protected abstract String records();

    /** Opens a store at the same place over connections of the application. */
    protected abstract LockStore over(DataSource source);

    /** Opens a store at the same place that joins a transaction. */
    protected abstract LockStore joining(Connection transaction);

    @BeforeEach
    void open() throws SQLException {
        server.execute("CREATE TABLE IF NOT EXISTS policy (id INT PRIMARY KEY, premium INT)");
        server.execute("DELETE FROM policy");
        server.execute("INSERT INTO policy VALUES (1, 100)");
        pool = Pool.to(server, 10);
        store = over(pool.source());
        locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
        connection = pool.source().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        locks.close();
        pool.close();
    }

    private LockManager joined() {
        return StoreManagers.over(joining(connection), ManagerOptions.DEFAULT);
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
        assertThat(locks.admin().traits().address())
                .isEqualTo(provider.schemes().iterator().next() + "://127.0.0.1:" + server.port() + "/locks");
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
            assertThat(handle.isHeld()).isTrue();
        }
        assertThat(locks.view("policy/1").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: while the transaction is open the lock is granted to nobody else, and nobody waits")
    void open_isGrantedToNobodyElse() throws Exception {
        Records.applied(joining(connection), Records.acquire("policy/2", "ann"));
        try (LockStore apart = provider.open(address(), InstantSource.system())) {
            for (LockStore other : List.of(store, apart)) {
                String free = other == store ? "policy/3" : "policy/33";
                List<Result> results = CompletableFuture.supplyAsync(() ->
                                other.apply(List.of(Records.acquire("policy/2", "bob"), Records.acquire(free, "bob"))))
                        .get(90, TimeUnit.SECONDS);
                assertThat(results.get(0)).isInstanceOf(Result.Busy.class);
                assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
                assertThat(other.apply(List.of(Records.acquire("policy/2", "bob")))
                                .get(0))
                        .isInstanceOf(Result.Busy.class);
            }
        }
        connection.commit();
        assertThat(store.apply(List.of(Records.acquire("policy/2", "bob"))).get(0))
                .isInstanceOf(Result.Conflict.class);
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a rollback leaves nothing of the lock")
    void rolledBack_isGone() throws SQLException {
        try (LockManager joined = joined()) {
            joined.acquire("policy/4").detach();
        }
        connection.rollback();
        assertThat(locks.view("policy/4").free()).isTrue();
        assertThat(locks.tryAcquire("policy/4").granted()).isTrue();
    }

    @Test
    @DisplayName("P9: a refusal leaves the transaction as it was")
    void refused_leavesTheTransactionUsable() throws SQLException {
        try (LockHandle held = locks.acquire("policy/5");
                LockManager joined = joined()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("UPDATE policy SET premium = 200 WHERE id = 1");
            }
            assertThatThrownBy(() -> joined.acquire("policy/5")).isInstanceOf(LockUnavailableException.class);
            assertThat(premium()).isEqualTo(200);
            assertThat(held.isHeld()).isTrue();
            connection.rollback();
            assertThat(premium()).isEqualTo(100);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: what was taken after the transaction began is seen")
    void takenMeanwhile_isRefused() throws SQLException {
        assertThat(premium()).isEqualTo(100); // the transaction has begun
        try (LockHandle held = locks.acquire("policy/6");
                LockManager joined = joined()) {
            assertThat(joined.tryAcquire("policy/6").granted()).isFalse();
            assertThat(held.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    @Tag("safety")
    @DisplayName("P9: refused at every isolation level but READ COMMITTED, and the transaction goes on")
    void otherIsolation_isRefused(int level) throws SQLException {
        connection.setTransactionIsolation(level);
        assertThat(premium()).isEqualTo(100);
        assertThatThrownBy(() -> joining(connection).apply(List.of(Records.acquire("policy/7", "ann"))))
                .isInstanceOf(IsolationException.class)
                .hasMessageContaining("READ COMMITTED");
        assertThat(premium()).isEqualTo(100);
        assertIsolationRefused(connection);
        assertThat(premium()).isEqualTo(100);
    }

    /** Asserts that all other calls of the engine refuse that transaction, too. */
    protected void assertIsolationRefused(Connection transaction) {}

    @Test
    void notInATransaction_isTheCallersMistake() throws SQLException {
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> joining(connection))
                .withMessageContaining("setAutoCommit(false)");
    }

    @Test
    void otherThread_isRefused() {
        LockStore joined = joining(connection);
        CompletableFuture<Object> other = CompletableFuture.supplyAsync(() -> joined.read(List.of(Key.lock("a"))));
        assertThatThrownBy(other::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    @DisplayName("P9: a row that another program has in its transaction is busy, and spoils nothing")
    void rowHeldByAnother_isBusy() throws Exception {
        LockStore joined = joining(connection);
        long version =
                Records.applied(joined, Records.acquire("policy/8", "ann")).version();
        connection.commit();
        try (Connection other = server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + records() + " FOR UPDATE");
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
        LockStore joined = joining(connection);
        CompletableFuture<String> seen = new CompletableFuture<>();
        store.watch(Kind.LOCK, "late", sighting -> {
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
