package dev.holdfast.store.sql.postgres;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.rules.Preset;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.StoreProvider;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.StoreUnreachableException;
import dev.holdfast.store.StoreUnwritableException;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad addresses, wrong passwords, missing rights and tables: one sentence each, with cause and cure. */
class PostgresTroubleTest {
    private static final String DDL = "docs/sql/postgresql.sql";

    private static final PostgresServer SERVER = PostgresServer.shared();

    private final String schema = Schemas.fresh();

    private String address() {
        return SERVER.address() + "?schema=" + schema;
    }

    private static LockStore open(String address) {
        return new PostgresProvider().open(address, InstantSource.system());
    }

    private static void assertFails(String address, Class<? extends StoreException> type, String... parts) {
        assertThatThrownBy(() -> open(address).close())
                .isInstanceOf(type)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining(SERVER.password())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").endsWith("."));
    }

    @Test
    void provider_isFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(provider -> assertThat(provider.schemes()).contains("postgresql"));
    }

    @Test
    void traits_haveNoSecret() {
        try (LockStore store = open(address())) {
            assertThat(store.traits())
                    .isEqualTo(new StoreTraits(
                            "postgresql://127.0.0.1:" + SERVER.port() + "/locks", Preset.OFFLINE, false, false, false));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://me@localhost",
                "postgresql://me@localhost/",
                "postgresql://localhost/locks",
                "postgresql://me@localhost:x/locks",
                "postgresql://me@localhost/locks?pool=3",
                "postgresql://me@localhost/locks?timeout=soon",
                "postgresql://me@localhost/locks?timeout=1ms",
                "postgresql://me@localhost/locks?connections=0",
                "postgresql://me@localhost/locks?migrate=perhaps",
                "postgresql://me@localhost/locks?schema=a-b",
                "postgresql://me@localhost/locks?schema=a;drop",
            })
    void address_thatMakesNoSense_isRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> open(address)).withMessageMatching("(?s).{20,}");
    }

    @Test
    void password_wrong_isToldAtOnce() {
        assertFails(
                address().replace(SERVER.password(), "wrong-word"),
                StoreUnwritableException.class,
                "127.0.0.1:" + SERVER.port(),
                "password");
    }

    @Test
    void database_missing_isTold() {
        assertFails(address().replace("/locks?", "/nothing?"), StoreUnwritableException.class, "nothing", "create it");
    }

    @Test
    @DisplayName("P3: without the right to make tables, the sentence names the file that has them")
    void right_toMakeTables_missing_isTold() {
        SERVER.execute("CREATE ROLE guest LOGIN PASSWORD 'guest-word'");
        assertFails(
                address().replace("postgres:" + SERVER.password(), "guest:guest-word"),
                StoreUnwritableException.class,
                "permission denied",
                DDL);
    }

    @Test
    void layout_absentAndNotToBeMade_isTold() {
        assertFails(address() + "&migrate=off", StoreUnwritableException.class, "no tables", DDL, "migrate=on");
    }

    @Test
    void layout_old_isTold() {
        open(address()).close();
        SERVER.execute("UPDATE " + schema + ".layout SET number = 0");
        assertFails(address() + "&migrate=off", StoreUnwritableException.class, "no tables", DDL);
    }

    @Test
    void layout_newer_isTold() {
        open(address()).close();
        SERVER.execute("INSERT INTO " + schema + ".layout (number) VALUES (99)");
        assertFails(address(), StoreUnwritableException.class, "newer Holdfast", "99", "update");
    }

    @Test
    void layout_madeByManyAtOnce_isMadeOnce() {
        List<LockStore> stores = IntStream.range(0, 4)
                .parallel()
                .mapToObj(i -> open(address() + "&connections=1"))
                .toList();
        assertThat(applied(stores.get(3), acquire("a", "ann")).version()).isPositive();
        stores.forEach(LockStore::close);
    }

    @Test
    void tables_gone_isTold() {
        try (LockStore store = open(address())) {
            SERVER.execute("DROP SCHEMA " + schema + " CASCADE");
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining(DDL);
        }
    }

    @Test
    void database_readOnly_isTold() {
        SERVER.execute("CREATE ROLE reader SUPERUSER LOGIN PASSWORD 'reader-word';"
                + "ALTER ROLE reader SET default_transaction_read_only = on");
        open(address()).close();
        try (LockStore store = open(address().replace("postgres:" + SERVER.password(), "reader:reader-word"))) {
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("primary");
        }
    }

    @Test
    @DisplayName("P9: a pool at REPEATABLE READ is refused rather than trusted")
    void pool_atAnotherIsolation_isTold() {
        try (HikariDataSource source = pool(2, Duration.ofMinutes(1));
                LockStore store = SqlLockStores.postgres(source, SqlOptions.USUAL.schema(schema))) {
            SERVER.execute("ALTER DATABASE locks SET default_transaction_isolation = 'repeatable read'");
            source.getHikariPoolMXBean().softEvictConnections();
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann")))).hasMessageContaining("READ COMMITTED");
        } finally {
            SERVER.execute("ALTER DATABASE locks RESET default_transaction_isolation");
        }
    }

    private static HikariDataSource pool(int size, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(SERVER.jdbcUrl());
        config.setUsername(SERVER.user());
        config.setPassword(SERVER.password());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(patience.toMillis());
        return new HikariDataSource(config);
    }

    @Test
    void pool_exhausted_isUnreachableAndSaysSo() throws Exception {
        try (HikariDataSource source = pool(1, Duration.ofSeconds(10));
                LockStore store = SqlLockStores.postgres(source, SqlOptions.USUAL.schema(schema))) {
            try (Connection taken = source.getConnection()) {
                assertThat(taken.isValid(5)).isTrue();
                assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("No connection")
                        .hasMessageContaining("allow more connections");
            }
            assertThat(applied(store, acquire("a", "ann")).version()).isPositive();
        }
    }

    @Test
    @DisplayName("P11: a row in somebody's open transaction is busy for its own caller, and nobody waits for it")
    void row_inAnOpenTransaction_holdsUpNobodyElse() throws Exception {
        try (LockStore store = open(address() + "&timeout=60s");
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            long held = applied(store, acquire("held", "ann")).version();
            long free = applied(store, acquire("free", "ann")).version();
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + schema + ".record WHERE name = 'held' FOR UPDATE");
            long begin = System.nanoTime();
            assertThat(store.apply(List.of(
                            Group.of(Change.delete(Key.lock("held"), held)),
                            Group.of(Change.delete(Key.lock("free"), free)),
                            acquire("new", "ann"))))
                    .extracting(Object::getClass)
                    .containsExactly(Result.Busy.class, Result.Applied.class, Result.Applied.class);
            assertThat(store.apply(List.of(Group.of(Change.delete(Key.lock("held"), held))))
                            .get(0))
                    .isInstanceOf(Result.Busy.class);
            // Whoever only wants to know is told who has it.
            assertThat(store.apply(List.of(acquire("held", "bob"))).get(0)).isInstanceOf(Result.Conflict.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("no call waited for as long as it may")
                    .isLessThan(Duration.ofSeconds(60));
            other.rollback();
            applied(store, Change.delete(Key.lock("held"), held));
        }
    }

    @Test
    @DisplayName(
            "P11: a row that another program is just making is busy for its own caller, and for nobody else in the batch")
    void row_beingMadeByAnother_isBusy() throws Exception {
        try (LockStore store = open(address() + "&timeout=2s");
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO " + schema
                    + ".record VALUES ('LOCK', 'made', 1, now(), NULL, NULL, NULL, 0, '{\"holds\":[]}')");
            assertThat(store.apply(List.of(acquire("made", "ann"), acquire("other", "ann"))))
                    .extracting(Object::getClass)
                    .containsExactly(Result.Busy.class, Result.Applied.class);
            other.rollback();
            assertThat(applied(store, acquire("made", "ann")).version()).isPositive();
        }
    }

    @Test
    void batch_largerThanOneCall_isAnsweredInOrder() {
        try (LockStore store = open(address())) {
            List<Group> batch = IntStream.range(0, 600)
                    .mapToObj(i -> acquire("r" + i, "owner-" + i))
                    .toList();
            assertThat(store.apply(batch)).hasSize(600).allMatch(Result.Applied.class::isInstance);
            assertThat(store.apply(batch)).hasSize(600).allMatch(Result.Conflict.class::isInstance);
        }
    }
}
