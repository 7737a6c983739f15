package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Subscription;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.testkit.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script has a short way for a group that comes alone: it must do the same as that of groups that come together. */
@Timeout(180)
class RedisApplyTest {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Hold ANN = hold(Owner.of("ann"), Lease.of(LEASE));
    private static final Key ENDED = new Key(Kind.OWNER_ENDED, "ann");

    @TempDir
    private static Path folder;

    private static RedisServer server;

    private final LockStore store = new RedisStoreProvider()
            .open(RedisServers.newPlace(server.address()) + "&quiet=0s", InstantSource.system());

    @BeforeAll
    static void start() {
        server = RedisServer.start(folder);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Hold hold(Owner owner, Lease lease) {
        return Samples.hold(new HoldId(1, 2), owner, Mode.EXCLUSIVE, lease);
    }

    private static LockState lock(Hold hold, @Nullable Instant marked) {
        return new LockState(List.of(hold), List.of(), marked);
    }

    private static Group told(Change... changes) {
        return new Group(
                List.of(changes),
                List.of(new LockEvent(changes[0].key().name(), LockEvent.EventKind.ACQUIRED, ANN, "", "")));
    }

    private List<Result> apply(boolean together, List<Group> groups) {
        if (together) {
            return store.apply(groups);
        }
        List<Result> results = new ArrayList<>();
        groups.forEach(group -> results.addAll(store.apply(List.of(group))));
        return results;
    }

    private List<String> names(Query query) {
        return store.query(query).entries().stream()
                .map(entry -> entry.key().name())
                .toList();
    }

    private static Query locks() {
        return Query.all(Kind.LOCK);
    }

    @ParameterizedTest(name = "together: {0}")
    @ValueSource(booleans = {false, true})
    @Tag("safety")
    void records_aloneAndTogether_areListedUntilTheyAreDeleted(boolean together) {
        Instant now = store.read(List.of()).now();
        Map<String, LockState> states = Map.of(
                "free", LockState.FREE,
                "held", lock(ANN, null),
                "marked-long-ago", lock(ANN, now.minus(Duration.ofDays(1000))),
                "marked-later", lock(ANN, now.plus(Duration.ofDays(1000))),
                "never", lock(hold(Owner.of("ann"), Lease.NONE), null),
                "of-a-user", lock(hold(Owner.of("bob").user("u"), Lease.of(LEASE)), null));
        List<String> all = states.keySet().stream().sorted().toList();
        List<Group> puts = new ArrayList<>();
        all.forEach(name -> puts.add(
                told(Change.put(Key.lock(name), Change.ABSENT, states.get(name)), Change.check(ENDED, Change.ABSENT))));

        List<Result> made = apply(together, puts);

        assertThat(made).hasOnlyElementsOfType(Result.Applied.class);
        Instant first = ((Result.Applied) made.get(0)).stamp();
        Instant last = ((Result.Applied) made.get(made.size() - 1)).stamp();
        assertThat(names(locks())).isEqualTo(all);
        assertThat(names(locks().owner("ann"))).containsExactly("held", "marked-later", "marked-long-ago", "never");
        assertThat(names(locks().owner("bob"))).containsExactly("of-a-user");
        assertThat(names(locks().user("u"))).containsExactly("of-a-user");
        assertThat(names(locks().dueBy(now))).containsExactly("marked-long-ago");
        assertThat(names(locks().dueBy(first.plus(LEASE).minusMillis(1)))).containsExactly("marked-long-ago");
        assertThat(names(locks().dueBy(last.plus(LEASE))))
                .containsExactly("held", "marked-later", "marked-long-ago", "of-a-user");
        assertThat(store.history(HistoryQuery.NEWEST)).hasSize(all.size());

        List<Group> deletions = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            deletions.add(told(Change.delete(Key.lock(all.get(i)), ((Result.Applied) made.get(i)).version())));
        }
        List<Result> deleted = apply(together, deletions);

        assertThat(deleted).hasOnlyElementsOfType(Result.Applied.class);
        assertThat(names(locks())).isEmpty();
        assertThat(names(locks().owner("ann"))).isEmpty();
        assertThat(names(locks().user("u"))).isEmpty();
        assertThat(names(locks().dueBy(Instant.MAX))).isEmpty();
        assertThat(store.read(all.stream().map(Key::lock).toList()).entries()).isEmpty();
        assertThat(store.history(HistoryQuery.NEWEST))
                .hasSize(2 * all.size())
                .first()
                .satisfies(past -> assertThat(past.version())
                        .isEqualTo(((Result.Applied) deleted.get(deleted.size() - 1)).version()));
    }

    @ParameterizedTest(name = "together: {0}")
    @ValueSource(booleans = {false, true})
    @Tag("safety")
    void changes_ofWhatIsDifferent_leaveAllAsItIs(boolean together) {
        Key held = Key.lock("held");
        long version = ((Result.Applied) store.apply(List.of(told(Change.put(held, Change.ABSENT, lock(ANN, null)))))
                        .get(0))
                .version();
        Key other = Key.lock("other");
        List<Group> wrong = List.of(
                told(Change.put(held, Change.ABSENT, LockState.FREE)),
                told(Change.put(other, Change.ABSENT, LockState.FREE), Change.check(held, version - 1)),
                told(Change.put(other, version, LockState.FREE), Change.check(held, version)),
                told(Change.delete(held, version - 1)),
                told(Change.delete(held, version), Change.check(other, version)),
                told(Change.delete(other, version), Change.check(held, version)));

        List<Result> results = apply(together, wrong);

        assertThat(results).hasSize(wrong.size()).allSatisfy(result -> {
            assertThat(result).isInstanceOf(Result.Conflict.class);
            Entry current = ((Result.Conflict) result).current().get(held);
            assertThat(current).isNotNull().extracting(Entry::version).isEqualTo(version);
            assertThat(((Result.Conflict) result).current().get(other)).isNull();
        });
        assertThat(names(locks())).containsExactly("held");
        assertThat(names(locks().owner("ann"))).containsExactly("held");
        assertThat(store.history(HistoryQuery.NEWEST)).hasSize(1);
    }

    private static long messages(RedisAdmin admin) {
        return admin.redis()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_publish:"))
                .mapToLong(line -> Long.parseLong(line.replaceFirst("^[^=]*=(\\d+).*$", "$1")))
                .sum();
    }

    private static long lastUnannounced(RedisAdmin admin) {
        return admin.redis().keys("*:unannounced").stream()
                .flatMap(key -> admin.redis().zrangeWithScores(key, 0, -1).stream())
                .mapToLong(noted -> (long) noted.getScore())
                .max()
                .orElse(0);
    }

    @Test
    void quietChange_isNotedWhileSomeoneListens_andNotPublished() {
        Key held = Key.lock("held");
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        try (RedisAdmin admin = new RedisAdmin(server)) {
            long version = applied(told(Change.put(held, Change.ABSENT, lock(ANN, null))));
            version = applied(quiet(Change.put(held, version, lock(ANN, null))));
            assertThat(lastUnannounced(admin)).as("no one listens").isZero();
            try (Subscription feed = store.watch(Kind.LOCK, "", sighting -> {
                        if (sighting.entry() != null) {
                            seen.add(sighting.entry().version());
                        }
                    })
                    .orElseThrow()) {
                await().atMost(Duration.ofSeconds(90)).until(() -> !seen.isEmpty());
                version = applied(told(Change.put(held, version, lock(ANN, null))));
                long before = messages(admin);
                assertThat(before).isPositive();
                version = applied(quiet(Change.put(held, version, lock(ANN, null))));
                assertThat(lastUnannounced(admin)).isEqualTo(version);
                assertThat(messages(admin)).isEqualTo(before);
                long last = version;
                await().atMost(Duration.ofSeconds(90)).until(() -> seen.contains(last));

                long handed = applied(forOne(Change.put(held, last, lock(ANN, null))));
                assertThat(lastUnannounced(admin)).isEqualTo(last);
                assertThat(messages(admin)).isEqualTo(before + 1);
                await().atMost(Duration.ofSeconds(90)).until(() -> seen.contains(handed));
                assertThat(feed).isNotNull();
            }
        }
    }

    private long applied(Group group) {
        return ((Result.Applied) store.apply(List.of(group)).get(0)).version();
    }

    private static Group quiet(Change change) {
        return new Group(List.of(change), List.of(), Audience.NO_ONE);
    }

    private static Group forOne(Change change) {
        return new Group(List.of(change), List.of(), Audience.of(new HoldId(1, 2)));
    }
}
