package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.engines.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two Holdfast servers on one database: they act as one, and the end of one is no concern of the other's clients. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoServersTest {
    private static final Owner ANNA = Owner.of("anna");
    private static final Owner BEN = Owner.of("ben");

    @TempDir
    private static Path folder;

    private static PostgresServer database;
    private static Node one;
    private static Node two;

    @BeforeAll
    static void start() throws Exception {
        database = PostgresServer.start(folder.resolve("database"));
        one = Node.start(folder, database.address());
        two = Node.start(folder, database.address());
    }

    @AfterAll
    static void end() {
        if (two != null) {
            two.close();
        }
        if (one != null) {
            one.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void clear() throws IOException {
        if (!one.runs()) {
            one.restart(); // a test that failed has left it like that
        }
        try (LockManager locks = Patient.open(database.address())) {
            locks.admin().clear("the next test");
        }
    }

    /** What a listener last heard of each resource: who has it, or nobody. */
    private static final class Heard implements AutoCloseable {
        private final Map<String, String> last = new ConcurrentHashMap<>();
        private final Subscription listening;

        Heard(LockManager locks) {
            listening = locks.listen("policy/", this::tell);
        }

        private void tell(LockView view) {
            last.put(
                    view.resource(),
                    view.free() ? "" : view.holders().get(0).hold().owner().id());
        }

        @Override
        public void close() {
            listening.close();
        }

        void await(String resource, String holder) {
            eventually(resource + " by '" + holder + "'", () -> holder.equals(last.get(resource)));
        }
    }

    private static void eventually(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofMinutes(2)).until(condition);
    }

    private static LockHandle take(LockManager locks, Owner owner, String resource) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource).owner(owner));
    }

    @Test
    void lock_takenAtOne_isRefusedAtTheOtherUntilItIsGivenBack() throws Exception {
        try (LockManager here = LockManager.open(one.address());
                LockManager there = LockManager.open(two.address())) {
            LockHandle first = take(here, ANNA, "policy/1");
            Acquisition refused = there.tryAcquire(LockRequest.of("policy/1").owner(BEN));
            assertThat(refused.granted()).isFalse();
            assertThat(refused.refusals().get(0).sentence(ZoneOffset.UTC)).contains("policy/1 has been held by anna");
            assertThat(there.holds().verifyFence("policy/1", first.fence())).isTrue();

            first.close();
            try (LockHandle second = take(there, BEN, "policy/1")) {
                assertThat(second.fence()).isGreaterThan(first.fence());
                assertThat(here.holds().verifyFence("policy/1", first.fence())).isFalse();
            }
        }
    }

    @Test
    void waiter_atOne_isWokenByAReleaseAtTheOther() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (LockManager here = LockManager.open(one.address());
                LockManager there = LockManager.open(two.address())) {
            LockHandle first = take(here, ANNA, "policy/1");
            Future<LockHandle> waiting = waiting(pool, there, "policy/1");
            eventually("in line", () -> !here.view("policy/1").queue().isEmpty());
            assertThat(waiting.isDone()).isFalse();
            first.close();
            assertThat(waiting.get(120, TimeUnit.SECONDS).fence()).isGreaterThan(first.fence());
        } finally {
            pool.shutdownNow();
        }
    }

    private static Future<LockHandle> waiting(ExecutorService pool, LockManager locks, String resource) {
        return pool.submit(
                () -> locks.acquire(LockRequest.of(resource).owner(BEN).timeout(Duration.ofSeconds(200))));
    }

    @Test
    void changes_madeAtOne_reachListenersOfTheOther() throws Exception {
        try (LockManager here = LockManager.open(one.address());
                LockManager there = LockManager.open(two.address());
                EventLines wire = EventLines.of(two.address());
                Heard heard = new Heard(there)) {
            LockHandle handle = take(here, ANNA, "policy/1");
            heard.await("policy/1", "anna");
            eventually(
                    "the event",
                    () -> wire.lines().stream()
                            .anyMatch(line -> line.startsWith("data: ") && line.contains("\"policy/1\"")));
            handle.close();
            heard.await("policy/1", "");
        }
    }

    @Test
    void server_killed_isNoConcernOfTheOthersClients() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (LockManager there = LockManager.open(two.address());
                EventLines wire = EventLines.of(two.address());
                Heard heard = new Heard(there)) {
            LockHandle own = take(there, BEN, "policy/2");
            heard.await("policy/2", "ben");
            LockManager here = LockManager.open(one.address());
            take(here, ANNA, "policy/1");
            Future<LockHandle> waiting = waiting(pool, there, "policy/1");
            eventually("in line", () -> !there.view("policy/1").queue().isEmpty());

            one.kill();

            own.heartbeat();
            assertThat(own.isHeld()).isTrue();
            try (LockHandle more = take(there, BEN, "policy/3")) {
                heard.await("policy/3", "ben");
                assertThat(more.isHeld()).isTrue();
            }
            heard.await("policy/3", "");
            assertThat(waiting.isDone())
                    .as("what a client of the killed server has stays its own")
                    .isFalse();
            assertThat(there.view("policy/1").free()).isFalse();
            assertThat(wire.isOver()).isFalse();
            assertThat(wire.lines()).containsOnlyOnce("event: snapshot");
            assertThat(own.lost()).isNotDone();

            one.restart();
            here.close(); // which gives back what it has, by the server that is there again
            assertThat(waiting.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void server_killedAndStartedAgain_costsItsClientsNothing() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (LockManager here = LockManager.open(one.address());
                LockManager there = LockManager.open(two.address());
                Heard heard = new Heard(here)) {
            LockHandle kept = take(here, ANNA, "policy/1");
            LockHandle givenBack = take(there, BEN, "policy/2");
            heard.await("policy/1", "anna");
            heard.await("policy/2", "ben");

            one.kill();

            try (LockManager late = LockManager.open(one.address())) {
                assertThatThrownBy(() -> late.view("policy/1"))
                        .isInstanceOf(StoreUnreachableException.class)
                        .hasMessageContaining("The server at " + one.address() + " cannot be reached")
                        .hasMessageContaining("start it with holdfast serve");
            }
            Future<?> asking = pool.submit(() -> here.view("policy/1"));
            assertThatThrownBy(() -> asking.get(120, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("The server at " + one.address());
            givenBack.close();
            take(there, BEN, "policy/3");
            assertThat(heard.last).containsEntry("policy/2", "ben").doesNotContainKey("policy/3");
            assertThat(kept.isHeld()).as("its lease goes on").isTrue();

            one.restart();

            heard.await("policy/2", "");
            heard.await("policy/3", "ben");
            kept.heartbeat();
            assertThat(kept.isHeld()).isTrue();
            assertThat(kept.lost()).isNotDone();
            LockView now = there.view("policy/1");
            assertThat(now.holders()).hasSize(1);
            assertThat(now.holders().get(0).hold().fence()).isEqualTo(kept.fence());
            assertThat(here.holds().verifyFence("policy/1", kept.fence())).isTrue();
            kept.close();
            heard.await("policy/1", "");
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void store_away_isToldAndAllGoesOnWhenItIsBack() throws Exception {
        try (LockManager here = LockManager.open(one.address());
                LockManager there = LockManager.open(two.address());
                Heard heard = new Heard(there)) {
            LockHandle kept = take(here, ANNA, "policy/1");
            heard.await("policy/1", "anna");

            database.kill();

            assertThat(status(one, "/health/live")).isEqualTo(200);
            assertThat(status(one, "/health")).isEqualTo(503);
            assertThat(status(two, "/health/ready")).isEqualTo(503);
            assertThatThrownBy(() -> there.tryAcquire(LockRequest.of("policy/2").owner(BEN)))
                    .isInstanceOf(StoreException.class);
            assertThat(kept.isHeld()).as("its lease goes on").isTrue();

            database.restart();

            eventually("one is ready", () -> status(one, "/health") == 200);
            eventually("two is ready", () -> status(two, "/health") == 200);
            kept.heartbeat();
            assertThat(there.view("policy/1").holders().get(0).hold().fence()).isEqualTo(kept.fence());
            try (LockHandle next = take(here, ANNA, "policy/3")) {
                heard.await("policy/3", "anna");
                assertThat(next.isHeld()).isTrue();
            }
            heard.await("policy/3", "");
        }
    }

    private static int status(Node node, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + path))
                .timeout(Duration.ofMinutes(2))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
