package dev.holdfast.store.sql.mariadb;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Preset;
import dev.holdfast.servers.MariaServer;
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
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad addresses, wrong passwords, missing rights and tables: one sentence each, with cause and cure. */
class MariaTroubleTest {
    private static final String DDL = "docs/sql/mariadb.sql";
    private static int databases;

    private static final MariaServer SERVER = MariaServer.shared();

    private String database;

    @BeforeEach
    void create() {
        Servers.empty(SERVER);
        database = "trouble" + ++databases;
        SERVER.execute("CREATE DATABASE " + database);
    }

    private String address() {
        return SERVER.address().replace("/locks", "/" + database);
    }

    private static LockStore open(String address) {
        return new MariaProvider().open(address, InstantSource.system());
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
                .anySatisfy(provider -> assertThat(provider.schemes()).contains("mariadb"));
    }

    @Test
    void traits_haveNoSecret() {
        try (LockStore store = open(address())) {
            assertThat(store.traits())
                    .isEqualTo(new StoreTraits(
                            "mariadb://127.0.0.1:" + SERVER.port() + "/" + database,
                            Preset.OFFLINE,
                            false,
                            false,
                            false));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mariadb://me@localhost",
                "mariadb://me@localhost/",
                "mariadb://localhost/locks",
                "mariadb://me@localhost:x/locks",
                "mariadb://me@localhost/locks?pool=3",
                "mariadb://me@localhost/locks?timeout=soon",
                "mariadb://me@localhost/locks?timeout=1ms",
                "mariadb://me@localhost/locks?connections=0",
                "mariadb://me@localhost/locks?migrate=perhaps",
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
        assertFails(
                SERVER.address().replace("/locks", "/nothing"), StoreUnwritableException.class, "nothing", "create it");
    }

    @Test
    @DisplayName("P3: without the right to make tables, the sentence names the file that has them")
    void right_toMakeTables_missing_isTold() {
        SERVER.execute("CREATE USER guest@localhost IDENTIFIED BY 'guest-word'");
        SERVER.execute("GRANT SELECT ON " + database + ".* TO guest@localhost");
        assertFails(
                address().replace(SERVER.user() + ":" + SERVER.password(), "guest:guest-word"),
                StoreUnwritableException.class,
                "denied",
                DDL);
    }

    @Test
    void layout_absentAndNotToBeMade_isTold() {
        assertFails(address() + "?migrate=off", StoreUnwritableException.class, "no tables", DDL, "migrate=on");
    }

    @Test
    void layout_interrupted_isMadeWhole() {
        open(address()).close();
        SERVER.execute("DELETE FROM " + database + ".holdfast_layout");
        SERVER.execute("DROP PROCEDURE " + database + ".holdfast_apply");
        assertFails(address() + "?migrate=off", StoreUnwritableException.class, "no tables", DDL);
        try (LockStore store = open(address())) {
            assertThat(store.apply(List.of(acquire("a", "ann"), acquire("b", "ann"))))
                    .allMatch(Result.Applied.class::isInstance);
        }
    }

    @Test
    void layout_newer_isTold() {
        open(address()).close();
        SERVER.execute("INSERT INTO " + database + ".holdfast_layout (number) VALUES (99)");
        assertFails(address(), StoreUnwritableException.class, "newer Holdfast", "99", "update");
    }

    @Test
    void layout_madeByManyAtOnce_isMadeOnce() {
        List<LockStore> stores = IntStream.range(0, 4)
                .parallel()
                .mapToObj(i -> open(address() + "?connections=1"))
                .toList();
        assertThat(applied(stores.get(3), acquire("a", "ann")).version()).isPositive();
        stores.forEach(LockStore::close);
    }

    @Test
    void tables_gone_isTold() {
        try (LockStore store = open(address())) {
            SERVER.execute("DROP TABLE " + database + ".holdfast_record");
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining(DDL);
        }
    }

    @Test
    void server_readOnly_isTold() {
        open(address()).close();
        SERVER.execute("CREATE USER reader@localhost IDENTIFIED BY 'reader-word'");
        SERVER.execute("GRANT ALL ON " + database + ".* TO reader@localhost");
        SERVER.execute("SET GLOBAL read_only = ON");
        try (LockStore store = open(address().replace(SERVER.user() + ":" + SERVER.password(), "reader:reader-word"))) {
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("primary");
        } finally {
            SERVER.execute("SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void pool_exhausted_isUnreachableAndSaysSo() throws Exception {
        try (Pool pool = Pool.small(SERVER);
                LockStore store = SqlLockStores.mariadb(pool.source())) {
            try (Connection taken = pool.source().getConnection()) {
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
    @Tag("safety")
    @DisplayName("P11: a row in somebody's open transaction is busy for its own caller, and nobody waits for it")
    void row_inAnOpenTransaction_holdsUpNobodyElse() throws Exception {
        try (LockStore store = open(address() + "?timeout=60s");
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            long held = applied(store, acquire("held", "ann")).version();
            long free = applied(store, acquire("free", "ann")).version();
            other.setAutoCommit(false);
            statement.execute(
                    "SELECT * FROM " + database + ".holdfast_record WHERE kind = 'LOCK' AND name = 'held' FOR UPDATE");
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
            assertThat(store.apply(List.of(Group.of(
                                    Change.check(Key.lock("held"), held),
                                    Change.put(Key.lock("c"), Change.ABSENT, Records.held(Owner.of("ann"))))))
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
    @Tag("safety")
    @DisplayName(
            "P11: a row that another program is just making is busy for its own caller, and for nobody else in the batch")
    void row_beingMadeByAnother_isBusy() throws Exception {
        try (LockStore store = open(address() + "?timeout=5s");
                Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO " + database
                    + ".holdfast_record VALUES ('LOCK', 'made', 1, 1, NULL, NULL, NULL, 0, '{\"holds\":[]}')");
            assertThat(store.apply(List.of(acquire("made", "ann"), acquire("other", "ann"))))
                    .extracting(Object::getClass)
                    .containsExactly(Result.Busy.class, Result.Applied.class);
            assertThat(store.apply(List.of(acquire("made", "ann"))).get(0)).isInstanceOf(Result.Busy.class);
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

    @Test
    void name_longerThanAnIndexCanHave_isRefused() {
        try (LockStore store = open(address())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store.apply(List.of(acquire("x".repeat(3001), "ann"))))
                    .withMessageContaining("3000");
        }
    }
}
