package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.Subscription;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user with exactly the rights that the README names can do everything, and one with fewer is told. */
@Timeout(180)
class RedisRightsTest {
    @TempDir
    private static Path folder;

    private static RedisServer server;
    private static RedisAdmin admin;

    @BeforeAll
    static void start() {
        server = RedisServer.durable(folder);
        admin = new RedisAdmin(server);
    }

    @AfterAll
    static void end() {
        admin.close();
        server.close();
    }

    /** The rule in the README, word by word, without the user's name. */
    private static List<String> rule() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        String line = readme.lines()
                .filter(one -> one.startsWith("ACL SETUSER locks "))
                .findFirst()
                .orElseThrow();
        return new ArrayList<>(
                Arrays.asList(line.substring("ACL SETUSER locks ".length()).split(" ", -1)));
    }

    private static String user(String name, List<String> rule) {
        CommandArgs<String, String> args =
                new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add(name).add("reset");
        rule.forEach(args::add);
        admin.redis().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
        return "redis://" + name + ":secret@127.0.0.1:" + server.port();
    }

    private static LockStore open(String address) {
        return new RedisStoreProvider().open(address, InstantSource.system());
    }

    @Test
    void user_withTheRightsInTheReadme_canDoEverything() throws Exception {
        String address = user("locks", rule());
        AtomicInteger seen = new AtomicInteger();
        try (LockManager locks = LockManager.open(address);
                LockStore store = open(address)) {
            var feed = store.watch(Kind.LOCK, "", sighting -> seen.incrementAndGet())
                    .orElseThrow();
            locks.acquire("a", "b").close();
            locks.acquire("c").detach();
            await().atMost(Duration.ofSeconds(90)).until(() -> seen.get() > 0);
            assertThat(store.query(Query.all(Kind.LOCK)).entries()).hasSize(1);
            assertThat(store.query(Query.all(Kind.LOCK).dueBy(Instant.MAX)).entries())
                    .hasSize(1);
            assertThat(store.history(HistoryQuery.NEWEST)).isNotEmpty();
            assertThat(locks.admin().sweep()).isZero();
            assertThat(store.warnings()).isEmpty();
            feed.close();
        }
    }

    @Test
    void user_withOneRightLess_isToldAllThatAreNeeded() throws Exception {
        List<String> noRights = List.of("on", ">secret", "resetkeys", "resetchannels", "-@all");
        List<String> doneWithout = List.of("+config|get", "+subscribe", "+wait");
        for (String right : rule()) {
            if (noRights.contains(right) || doneWithout.contains(right)) {
                continue;
            }
            List<String> fewer = rule();
            fewer.remove(right);
            String address = user("fewer", fewer);
            Throwable refusal = catchThrowable(() -> useAll(address));
            assertThat(refusal)
                    .as("without %s", right)
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining(right)
                    .hasMessageContaining("ACL SETUSER")
                    .hasMessageNotContaining("secret");
        }
    }

    private static void useAll(String address) {
        try (LockStore store = open(address)) {
            Key key = Key.lock("used");
            Result made = store.apply(List.of(Group.of(Change.put(key, Change.ABSENT, LockState.FREE))))
                    .get(0);
            if (made instanceof Result.Applied applied) {
                store.apply(List.of(Group.of(Change.delete(key, applied.version()))));
            }
            store.query(Query.all(Kind.LOCK));
            store.query(Query.all(Kind.LOCK).dueBy(Instant.MAX));
            store.history(HistoryQuery.NEWEST);
            ((RedisLockStore) store).last();
        }
    }

    @Test
    void user_whoMayNotListen_seesChangesAllTheSame() throws Exception {
        List<String> fewer = rule();
        fewer.remove("+subscribe");
        String address = user("deaf", fewer) + "?prefix=holdfast";
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (LockStore store = open(address)) {
            Subscription feed = store.watch(
                            Kind.LOCK,
                            "deaf",
                            sighting -> seen.add(sighting.key().name()))
                    .orElseThrow();
            for (String name : List.of("deaf-1", "deaf-2")) {
                store.apply(List.of(Group.of(Change.put(Key.lock(name), Change.ABSENT, LockState.FREE))));
                await().atMost(Duration.ofSeconds(90)).until(() -> seen.contains(name));
            }
            assertThat(store.warnings())
                    .anySatisfy(warning -> assertThat(warning).contains("+subscribe"));
            feed.close();
        }
    }

    @Test
    void user_whoMaySeeNoConfiguration_isWarned() throws Exception {
        List<String> fewer = rule();
        fewer.remove("+config|get");
        String address = user("blind", fewer);
        try (LockStore store = open(address)) {
            assertThat(store.warnings()).isEmpty(); // INFO says that there is a log
        }
        admin.redis().configSet("appendonly", "no");
        try (LockStore store = open(address)) {
            assertThat(store.warnings())
                    .singleElement()
                    .satisfies(warning -> assertThat(warning)
                            .contains("does not tell whether it saves")
                            .contains("+config|get"));
        }
        String sighted = user("locks", rule());
        assertThatThrownBy(() -> open(sighted + "?persistence=refuse").close())
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("appendonly");
        try (LockStore store = open(sighted)) {
            assertThat(store.warnings())
                    .singleElement()
                    .satisfies(warning -> assertThat(warning).contains("keeps nothing over a restart"));
        }
        admin.redis().configSet("appendonly", "yes");
    }
}
