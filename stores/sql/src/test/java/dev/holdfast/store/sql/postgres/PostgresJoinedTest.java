package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Receipt;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import dev.holdfast.store.sql.shared.IsolationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Locks in the application's own transaction, and over its DataSource. */
class PostgresJoinedTest {
    private static final PostgresServer SERVER = PostgresServer.shared();

    private final SqlOptions options = SqlOptions.USUAL.schema(Schemas.fresh());
    private LockManager locks;
    private Connection connection;

    @BeforeAll
    static void start() {
        SERVER.execute("CREATE TABLE policy (id int PRIMARY KEY, premium int); INSERT INTO policy VALUES (1, 100)");
    }

    @BeforeEach
    void open() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(SERVER.jdbcUrl());
        source.setUser(SERVER.user());
        source.setPassword(SERVER.password());
        locks = LockManager.over(SqlLockStores.postgres(source, options), ManagerOptions.USUAL);
        connection = source.getConnection();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        locks.close();
    }

    private LockManager joined() {
        return LockManager.over(SqlLockStores.joiningPostgres(connection, options), ManagerOptions.USUAL);
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
        assertThat(locks.traits().address()).isEqualTo("postgresql://127.0.0.1:" + SERVER.port() + "/locks");
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
    @DisplayName("P9: a lock that is waited for by nobody: others are busy while the transaction is open")
    void open_isGrantedToNobodyElse() throws Exception {
        LockStore store = SqlLockStores.joiningPostgres(connection, options);
        Records.applied(store, Records.acquire("policy/2", "ann"));
        try (LockStore other = SqlLockStores.postgres(source(), options)) {
            List<Result> results = CompletableFuture.supplyAsync(() -> other.apply(
                            List.of(Records.acquire("policy/2", "bob"), Records.acquire("policy/3", "bob"))))
                    .get(90, TimeUnit.SECONDS);
            assertThat(results.get(0)).isInstanceOf(Result.Busy.class);
            assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
            connection.commit();
            assertThat(other.apply(List.of(Records.acquire("policy/2", "bob"))).get(0))
                    .isInstanceOf(Result.Conflict.class);
        }
    }

    private PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(SERVER.jdbcUrl());
        source.setUser(SERVER.user());
        source.setPassword(SERVER.password());
        return source;
    }

    @Test
    @DisplayName("P9: a rollback leaves nothing of it")
    void rolledBack_isFree() throws SQLException {
        try (LockManager joined = joined()) {
            joined.acquire("policy/4").detach();
        }
        connection.rollback();
        assertThat(locks.look("policy/4").free()).isTrue();
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
            assertThat(held.held()).isTrue();
            connection.rollback();
            assertThat(premium()).isEqualTo(100);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: it sees what was committed after the transaction began")
    void joined_readsWhatIsCurrent() throws SQLException {
        assertThat(premium()).isEqualTo(100); // the transaction has begun
        try (LockHandle held = locks.acquire("policy/6");
                LockManager joined = joined()) {
            Acquisition tried = joined.tryAcquire("policy/6");
            assertThat(tried.granted()).isFalse();
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
        LockStore store = SqlLockStores.joiningPostgres(connection, options);
        assertThatThrownBy(() -> store.apply(List.of(Records.acquire("policy/7", "ann"))))
                .isInstanceOf(IsolationException.class)
                .hasMessageContaining("READ COMMITTED");
        assertThatThrownBy(() -> new InCompany(store).apply(List.of(Records.acquire("policy/7", "ann"))))
                .isInstanceOf(IsolationException.class);
        assertThat(premium()).isEqualTo(100);
    }

    @Test
    void notInATransaction_isTheCallersMistake() throws SQLException {
        connection.setAutoCommit(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlLockStores.joiningPostgres(connection, options))
                .withMessageContaining("setAutoCommit(false)");
    }

    @Test
    void otherThread_isRefused() {
        LockStore store = SqlLockStores.joiningPostgres(connection, options);
        CompletableFuture<Object> other = CompletableFuture.supplyAsync(() -> store.read(List.of(Key.lock("a"))));
        assertThatThrownBy(other::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreUnreachableException.class);
    }

    @Test
    @DisplayName("P9: a row that another program has in its transaction is busy, and spoils nothing")
    void rowHeldByAnother_isBusy() throws Exception {
        LockStore store = SqlLockStores.joiningPostgres(connection, options);
        long version =
                Records.applied(store, Records.acquire("policy/8", "ann")).version();
        connection.commit();
        try (Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + options.schema() + ".record FOR UPDATE");
            Group release = Group.of(Change.delete(Key.lock("policy/8"), version));
            assertThat(store.apply(List.of(release)).get(0)).isInstanceOf(Result.Busy.class);
            assertThat(premium()).isEqualTo(100);
            other.rollback();
            assertThat(store.apply(List.of(release)).get(0)).isInstanceOf(Result.Applied.class);
        }
    }
}
