package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.HoldId;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.Subscription;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What those who watch are told, and how long it is kept. */
class PostgresWatchTest {
    private static final PostgresServer SERVER = PostgresServer.shared();

    private final String schema = Schemas.fresh();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    private LockStore open() {
        return new PostgresProvider().open(SERVER.address() + "?schema=" + schema, InstantSource.system());
    }

    private Subscription watch(LockStore store) {
        return store.watch(Kind.LOCK, "", sighting -> seen.add(sighting.key().name()))
                .orElseThrow();
    }

    private void awaitSeen(String name) {
        await(name).atMost(Duration.ofSeconds(90)).until(() -> seen.contains(name));
    }

    private long number(String query) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query.replace("SCHEMA", schema))) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @Tag("safety")
    void change_committedLate_isShownAllTheSame() throws Exception {
        try (LockStore store = open();
                Subscription subscription = watch(store);
                Connection late = SERVER.connect()) {
            late.setAutoCommit(false);
            LockStore joined = SqlLockStores.joiningPostgres(late, SqlOptions.DEFAULT.schema(schema));
            Records.applied(joined, Records.acquire("late", "ann"));
            Records.applied(store, Records.acquire("early", "ann"));
            awaitSeen("early");
            Records.applied(store, Records.acquire("early too", "ann"));
            awaitSeen("early too");
            assertThat(seen).doesNotContain("late");
            late.commit();
            awaitSeen("late");
            assertThat(subscription).isNotNull();
        }
    }

    @Test
    void quietChange_isListed_andNotNotifiedOf() throws Exception {
        try (LockStore store = open();
                Subscription subscription = watch(store);
                Connection listening = SERVER.connect();
                Statement statement = listening.createStatement()) {
            statement.execute("LISTEN " + schema);
            await().atMost(Duration.ofSeconds(90)).until(() -> number("SELECT count(*) FROM SCHEMA.listener") == 1);
            long made = Records.applied(store, Records.acquire("loud", "ann")).version();
            PGConnection notifications = listening.unwrap(PGConnection.class);
            await().atMost(Duration.ofSeconds(90)).until(() -> notifications.getNotifications(100).length > 0);
            Change again = Records.acquire("loud", "bob").changes().get(0);
            long quiet = Records.applied(
                            store,
                            new Group(List.of(Change.put(again.key(), made, again.next())), List.of(), Audience.NO_ONE))
                    .version();
            assertThat(notifications.getNotifications(1)).isNullOrEmpty();
            assertThat(number("SELECT count(*) FROM SCHEMA.change WHERE groups LIKE '[{\"quiet\":true,%'"))
                    .isOne();

            HoldId claim = new HoldId(1, 2);
            Group handOver =
                    new Group(List.of(Change.put(again.key(), quiet, again.next())), List.of(), Audience.of(claim));
            Records.applied(store, handOver);
            List<String> told = new ArrayList<>();
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                for (PGNotification notification : notifications.getNotifications(100)) {
                    told.add(notification.getParameter());
                }
                return !told.isEmpty();
            });
            assertThat(told).as("its receiver is named").containsExactly(claim.toString());
            assertThat(subscription).isNotNull();
        }
    }

    @Test
    void connectionOfTheFeed_ended_startsOver() throws Exception {
        try (LockStore store = open();
                Subscription subscription = watch(store)) {
            Records.applied(store, Records.acquire("before", "ann"));
            awaitSeen("before");
            assertThat(number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                            + " WHERE application_name = 'holdfast'"))
                    .isPositive();
            await().atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> {
                store.apply(List.of(Records.acquire("after", "ann")));
                return true;
            });
            awaitSeen("after");
            assertThat(subscription).isNotNull();
        }
    }

    @Test
    void listener_isRegisteredOnlyWhileSomebodyWatches() throws Exception {
        try (LockStore store = open()) {
            assertThat(number("SELECT count(*) FROM SCHEMA.listener")).isZero();
            try (Subscription subscription = watch(store)) {
                await().atMost(Duration.ofSeconds(90)).until(() -> number("SELECT count(*) FROM SCHEMA.listener") == 1);
                assertThat(subscription).isNotNull();
            }
            await().atMost(Duration.ofSeconds(90)).until(() -> number("SELECT count(*) FROM SCHEMA.listener") == 0);
        }
    }

    @Test
    void history_isBounded() throws Exception {
        try (LockStore store = open()) {
            long version = Change.ABSENT;
            for (int i = 0; i < 110; i++) {
                Group many = new Group(
                        List.of(Change.put(Key.lock("a"), version, Records.held())),
                        IntStream.range(0, 100)
                                .mapToObj(one -> Records.event("r" + one, "ann"))
                                .toList());
                version = Records.applied(store, many).version();
            }
            // The time for it has come twice: what was committed before the first is taken out at the second.
            for (int i = 0; i < 2; i++) {
                SERVER.execute("UPDATE " + schema + ".horizon SET since = since - interval '1 minute'");
                SERVER.execute("SELECT " + schema + ".shorten()");
            }
            assertThat(number("SELECT sum(events) FROM SCHEMA.change"))
                    .isBetween((long) History.MAX_EVENTS, History.MAX_EVENTS + 100L);
            assertThat(store.history(new HistoryQuery("", null, 20_000)))
                    .hasSizeGreaterThanOrEqualTo(History.MAX_EVENTS);
        }
    }

    @Test
    void changesWithoutEvents_areForgottenOnceAllSawThem() throws Exception {
        try (LockStore store = open()) {
            long version = Change.ABSENT;
            for (int i = 0; i < 20; i++) {
                version = Records.applied(store, Change.put(Key.lock("a"), version, Records.held()))
                        .version();
            }
            SERVER.execute("SELECT " + schema + ".shorten()");
            assertThat(number("SELECT count(*) FROM SCHEMA.change")).isEqualTo(20);
            for (int i = 0; i < 2; i++) {
                SERVER.execute("UPDATE " + schema + ".horizon SET since = since - interval '1 minute'");
                SERVER.execute("SELECT " + schema + ".shorten()");
            }
            assertThat(number("SELECT count(*) FROM SCHEMA.change")).isZero();
        }
    }
}
