package dev.holdfast.store.sql.sqlite;

import static dev.holdfast.store.sql.Records.applied;
import static dev.holdfast.store.sql.Records.draft;
import static dev.holdfast.store.sql.Records.event;
import static dev.holdfast.store.sql.Records.held;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.Owner;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.store.sql.Records;
import dev.holdfast.testkit.FakeTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is special to SQLite: its indexes, its order, what is trimmed. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteLockStoreTest {
    @TempDir
    private Path folder;

    private final FakeTime time = FakeTime.create();
    private Path file;
    private SqliteLockStore store;

    @BeforeEach
    void open() {
        file = folder.resolve("locks.db");
        store = SqliteLockStore.open(file, time);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void stamp_finerThanMicroseconds_isReadAsItWasAnswered() {
        time.set(Instant.parse("2026-03-02T09:15:30.123456789Z"));
        Instant stamp = applied(store, Records.acquire("a", "ann")).stamp();
        assertThat(stamp).isEqualTo(Instant.parse("2026-03-02T09:15:30.123456Z"));
        assertThat(store.query(Query.all(Kind.LOCK)).entries().get(0).stamp()).isEqualTo(stamp);
        assertThat(store.history(HistoryQuery.NEWEST).get(0).at()).isEqualTo(stamp);
    }

    @Test
    void query_pageByPage_keepsTheOrderOfNames() {
        List<String> names =
                new ArrayList<>(List.of("\ufffd", "\ud83d\ude00", "\ue000", "a", "a\0", "a\0b", "%", "_", "\ud800"));
        names.forEach(name -> applied(store, Records.acquire(name, "ann")));
        List<String> listed = new ArrayList<>();
        Query query = Query.all(Kind.LOCK).limit(1);
        Page page = store.query(query);
        while (true) {
            page.entries().forEach(entry -> listed.add(entry.key().name()));
            if (!page.more()) {
                break;
            }
            page = store.query(query.after(listed.get(listed.size() - 1)));
        }
        assertThat(listed).isEqualTo(names.stream().sorted().toList());
    }

    @Test
    void query_byAnyOfSeveralOwnersAndUsers_findsTheRecordWhileTheyAreInIt() throws SQLException {
        Owner ann = Owner.of("ann").user("u1");
        Owner bob = Owner.of("bob").user("u2");
        Owner eve = Owner.of("eve").user("u3");
        Key key = Key.lock("shared");
        long first = applied(store, Change.put(key, Change.ABSENT, held(ann, bob, eve)))
                .version();
        assertThat(found("ann", null) + found("bob", null) + found("eve", null)).isEqualTo(3);
        assertThat(found(null, "u1") + found(null, "u2") + found("eve", "u3")).isEqualTo(3);
        assertThat(found("eve", "u4") + found("dan", null)).isZero();
        long second = applied(store, Change.put(key, first, held(eve, ann))).version();
        assertThat(found("ann", null) + found("eve", null) + found(null, "u1")).isEqualTo(3);
        assertThat(found("bob", null) + found(null, "u2")).isZero();
        assertThat(number("SELECT count(*) FROM party")).isEqualTo(2);
        applied(store, Change.delete(key, second));
        assertThat(found("ann", null) + found("eve", null)).isZero();
        assertThat(number("SELECT count(*) FROM party")).isZero();
    }

    @Test
    void history_besideManyQuietChanges_keepsTheNewestEventsAndNotMuchMore() throws SQLException {
        int told = 0;
        for (int batch = 0; batch < 40; batch++) {
            List<Group> groups = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                Key key = Key.lock("r" + told);
                groups.add(new Group(List.of(Change.check(key, Change.ABSENT)), List.of(event("r" + told, "ann"))));
                groups.add(Group.of(Change.check(key, Change.ABSENT)));
                told++;
            }
            assertThat(store.apply(groups)).hasSize(1000);
        }
        List<HistoryEntry> kept = store.history(new HistoryQuery("", null, Integer.MAX_VALUE));
        assertThat(kept).hasSizeBetween(History.MAX_EVENTS, History.MAX_EVENTS + 5000);
        int newest = told - 1;
        assertThat(kept.subList(0, History.MAX_EVENTS))
                .extracting(past -> past.event().resource())
                .isEqualTo(IntStream.range(0, History.MAX_EVENTS)
                        .mapToObj(i -> "r" + (newest - i))
                        .toList());
        assertThat(number("SELECT count(*) FROM change WHERE events = 0")).isLessThan(SqliteApplier.CHANGES_KEPT);
    }

    @Test
    void log_ofManyWritesBesideReaders_doesNotGrowWithoutBound() throws Exception {
        Key key = new Key(Kind.DRAFT, "long");
        long version = Change.ABSENT;
        for (int i = 0; i < 150; i++) {
            version = applied(store, Change.put(key, version, draft(i, "x".repeat(400_000))))
                    .version();
            assertThat(store.read(List.of(key)).version(key)).isEqualTo(version);
        }
        assertThat(Files.size(folder.resolve("locks.db-wal"))).isLessThan(20 << 20);
    }

    @Test
    void watch_fallenFarBehind_seesWhatIsThereAndWhatIsGone() throws Exception {
        applied(store, Records.acquire("gone", "ann"));
        Map<String, Boolean> seen = new ConcurrentHashMap<>();
        CountDownLatch watching = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        try (Subscription watch = store.watch(Kind.LOCK, "", sighting -> {
                    seen.put(sighting.key().name(), sighting.entry() != null);
                    watching.countDown();
                    await(written);
                    if (sighting.key().name().equals("last")) {
                        last.countDown();
                    }
                })
                .orElseThrow()) {
            watching.await();
            applied(store, Change.delete(Key.lock("gone"), Records.version(store, Key.lock("gone"))));
            Group quiet = Group.of(Change.check(Key.lock("gone"), Change.ABSENT));
            for (int i = 0; i < 12; i++) {
                store.apply(IntStream.range(0, 1000).mapToObj(one -> quiet).toList());
            }
            applied(store, Records.acquire("last", "ann"));
            written.countDown();
            last.await();
            assertThat(seen).isEqualTo(Map.of("gone", false, "last", true));
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void watch_sinkThatFails_isToldTheRest() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        applied(store, Records.acquire("1", "ann"));
        applied(store, Records.acquire("2", "ann"));
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        List<Throwable> caught = new ArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> caught.add(error));
        try (Subscription watch = store.watch(Kind.LOCK, "", sighting -> {
                    if (sighting.key().name().equals("1")) {
                        throw new IllegalStateException("a subscriber's mistake");
                    }
                    second.countDown();
                })
                .orElseThrow()) {
            second.await();
            assertThat(caught).singleElement().isInstanceOf(IllegalStateException.class);
            assertThat(watch).isNotNull();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private int found(String owner, String user) {
        return store.query(Query.all(Kind.LOCK).owner(owner).user(user))
                .entries()
                .size();
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.getLong(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
