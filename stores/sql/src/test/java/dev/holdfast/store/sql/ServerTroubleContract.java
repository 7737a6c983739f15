package dev.holdfast.store.sql;

import static dev.holdfast.store.sql.Records.acquire;
import static dev.holdfast.store.sql.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.check.LongTest;
import dev.holdfast.engines.SqlServer;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.testkit.Samples;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad addresses, wrong passwords, missing rights and tables of a database server: one sentence each, with cause and cure. */
public abstract class ServerTroubleContract {
    private final StoreProvider provider;
    private final SqlServer server;
    private final String ddl;

    /** @param ddl the file that messages name */
    protected ServerTroubleContract(StoreProvider provider, SqlServer server, String ddl) {
        this.provider = provider;
        this.server = server;
        this.ddl = ddl;
    }

    /** Returns the address of a place without tables, with at least one option. */
    protected abstract String address();

    /** Returns the name of one of our tables in SQL. */
    protected abstract String table(String name);

    /** Returns what makes a user {@code guest} with the password {@code guest-word} that may not make tables. */
    protected abstract List<String> guest();

    /** Returns what the server says when a right is missing. */
    protected abstract String denied();

    /** Returns what takes our tables away. */
    protected abstract String drop();

    /** Returns what lets the table of records refuse the name {@code bad}. */
    protected abstract List<String> refuse();

    /** Returns a time as the column of stamps has it. */
    protected abstract String stamp();

    /** Returns a name as the column of names has it, in SQL. */
    protected String name(String name) {
        return "'" + name + "'";
    }

    /** Opens a store over a pool of the application. */
    protected abstract LockStore over(DataSource source);

    /** Asserts what else holds while another program has the row of the lock {@code held}. */
    protected void whileHeld(LockStore store, long version) {}

    protected final LockStore open(String address) {
        return provider.open(address, InstantSource.system());
    }

    protected final String addressOf(String user, String password) {
        return address().replace(server.user() + ":" + server.password(), user + ":" + password);
    }

    protected final void assertFails(String address, Class<? extends StoreException> type, String... parts) {
        assertThatThrownBy(() -> open(address).close())
                .isInstanceOf(type)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining(server.password())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").endsWith("."));
    }

    protected final void assertSaysPrimary(String address) {
        try (LockStore store = open(address)) {
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("primary");
        }
    }

    private String scheme() {
        return provider.schemes().iterator().next();
    }

    @Test
    void provider_isFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(found -> assertThat(found.schemes()).contains(scheme()));
    }

    @Test
    void traits_haveNoSecret() {
        String shown = address().substring(address().indexOf('@') + 1, address().indexOf('?'));
        assertThat(shown).startsWith("127.0.0.1:" + server.port() + "/");
        try (LockStore store = open(address())) {
            assertThat(store.traits())
                    .isEqualTo(new StoreTraits(scheme() + "://" + shown, Preset.OFFLINE, false, false, false));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "me@localhost",
                "me@localhost/",
                "localhost/locks",
                "me@localhost:x/locks",
                "me@localhost/locks?pool=3",
                "me@localhost/locks?timeout=soon",
                "me@localhost/locks?timeout=1ms",
                "me@localhost/locks?connections=0",
                "me@localhost/locks?migrate=perhaps",
            })
    void address_thatMakesNoSense_isRefused(String rest) {
        assertRefused(scheme() + "://" + rest);
    }

    protected final void assertRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> open(address)).withMessageMatching("(?s).{20,}");
    }

    @Test
    void password_wrong_isToldAtOnce() {
        assertFails(
                address().replace(server.password(), "wrong-word"),
                StoreUnwritableException.class,
                "127.0.0.1:" + server.port(),
                "password");
    }

    @Test
    void database_missing_isTold() {
        assertFails(
                address().replaceFirst("/\\w+\\?", "/nothing?"),
                StoreUnwritableException.class,
                "nothing",
                "create it");
    }

    @Test
    @DisplayName("P3: without the right to make tables, the sentence names the file that has them")
    void right_toMakeTables_missing_isTold() {
        guest().forEach(server::execute);
        assertFails(addressOf("guest", "guest-word"), StoreUnwritableException.class, denied(), ddl);
    }

    @Test
    void layout_absentAndNotToBeMade_isTold() {
        assertFails(address() + "&migrate=off", StoreUnwritableException.class, "no tables", ddl, "migrate=on");
    }

    @Test
    void layout_newer_isTold() {
        open(address()).close();
        server.execute("INSERT INTO " + table("layout") + " (number) VALUES (99)");
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
            server.execute(drop());
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining(ddl);
        }
    }

    @Test
    void pool_exhausted_isUnreachableAndSaysSo() throws Exception {
        try (Pool pool = Pool.small(server);
                LockStore store = over(pool.source())) {
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
        try (LockStore store = open(address() + "&timeout=60s");
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            long held = applied(store, renewal("held", Change.ABSENT)).version();
            long free = applied(store, acquire("free", "ann")).version();
            List<Group> renewals = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                renewals.add(renewal(
                        "kept" + i,
                        applied(store, renewal("kept" + i, Change.ABSENT)).version()));
            }
            renewals.add(renewal("held", held));
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + table("record") + " WHERE kind = 'LOCK' AND name = " + name("held")
                    + " FOR UPDATE");
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
            whileHeld(store, held);
            assertThat(store.apply(renewals).stream().filter(Result.Applied.class::isInstance))
                    .as("of six renewals in one batch, one of them busy")
                    .hasSize(5);
            // Whoever only wants to know is told who has it.
            assertThat(store.apply(List.of(acquire("held", "bob"))).get(0)).isInstanceOf(Result.Conflict.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("no call waited for as long as it may")
                    .isLessThan(Duration.ofSeconds(60));
            other.rollback();
            applied(store, Change.delete(Key.lock("held"), held));
        }
    }

    private static Group renewal(String name, long version) {
        Hold hold = Samples.hold(new HoldId(7, 1), Owner.of("ann"), Mode.EXCLUSIVE, Lease.of(Duration.ofMinutes(1)));
        return Group.of(Change.put(Key.lock(name), version, new LockState(List.of(hold), List.of(), null)));
    }

    @Test
    @Tag("safety")
    @LongTest("a lease has to pass by the server's clock; BusyRecordTest and row_inAnOpenTransaction_holdsUpNobodyElse")
    @DisplayName(
            "P11: the holds of a manager live on beside one whose row is in an open transaction for longer than a lease")
    void row_inAnOpenTransaction_costsNoOtherHold() throws Exception {
        try (LockManager locks = StoreManagers.over(open(address() + "&timeout=60s"), ManagerOptions.DEFAULT);
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            LockRequest request = LockRequest.of("stuck").owner(Owner.of("ann")).ttl(Duration.ofSeconds(9));
            LockHandle stuck = locks.acquire(request);
            List<LockHandle> healthy = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                healthy.add(locks.acquire(
                        LockRequest.of("healthy" + i).owner(Owner.of("ann")).ttl(Duration.ofSeconds(9))));
            }
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + table("record") + " WHERE kind = 'LOCK' AND name = " + name("stuck")
                    + " FOR UPDATE");
            assertThat(stuck.lost()).succeedsWithin(Duration.ofSeconds(60));
            assertThat(healthy).allMatch(LockHandle::isHeld);
            other.rollback();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> locks.view("stuck").holders().isEmpty());
            assertThat(healthy).allMatch(LockHandle::isHeld);
            healthy.forEach(LockHandle::close);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName(
            "P11: a row that another program is just making is busy for its own caller, and for nobody else in the batch")
    void row_beingMadeByAnother_isBusy() throws Exception {
        try (LockStore store = open(address() + "&timeout=5s");
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            make(other, statement);
            assertThat(store.apply(List.of(acquire("made", "ann"), acquire("other", "ann"))))
                    .extracting(Object::getClass)
                    .containsExactly(Result.Busy.class, Result.Applied.class);
            assertThat(store.apply(List.of(acquire("made", "ann"))).get(0)).isInstanceOf(Result.Busy.class);
            other.rollback();
            assertThat(applied(store, acquire("made", "ann")).version()).isPositive();
        }
    }

    /** Makes the row of the lock {@code made} in a transaction that stays open. */
    private void make(Connection other, Statement statement) throws Exception {
        other.setAutoCommit(false);
        statement.execute("INSERT INTO " + table("record")
                + " (kind, name, version, stamp, due, owner_id, user_id, others, body) VALUES ('LOCK', 'made', 1, "
                + stamp()
                + ", NULL, NULL, NULL, 0, '{\"holds\":[]}')");
    }

    @Test
    @Tag("safety")
    @DisplayName("A batch that is applied group by group and fails in the middle is of unknown outcome")
    void batch_failingAfterOneGroup_isOfUnknownOutcome() throws Exception {
        try (LockStore store = open(address() + "&timeout=5s");
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            refuse().forEach(server::execute);
            make(other, statement);
            List<Group> batch = List.of(acquire("good", "ann"), acquire("made", "ann"), acquire("bad", "ann"));
            assertThatThrownBy(() -> store.apply(batch))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("part of the changes");
            assertThat(Records.version(store, Key.lock("good"))).isPositive();
            other.rollback();
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
