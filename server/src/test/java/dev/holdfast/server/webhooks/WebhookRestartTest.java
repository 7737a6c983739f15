package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.testkit.Child;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are killed or closed while events wait, and started again on the same store. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebhookRestartTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicInteger status = new AtomicInteger(200);

    @TempDir
    private Path folder;

    private LockManager locks;
    private Receiver receiver;

    @BeforeEach
    void open() throws Exception {
        locks = LockManager.open(store());
        receiver = new Receiver(call -> status.get());
    }

    @AfterEach
    void close() {
        receiver.close();
        locks.close();
    }

    private String store() {
        return "sqlite:" + folder.resolve("locks.db");
    }

    /** Opens the locks that the test is about in another store: {@code memory} or {@code sqlite}. */
    private void use(String kind) {
        if (kind.equals("memory")) {
            locks.close();
            locks = LockManager.open("memory:");
        }
    }

    private HoldfastServer serve(RetryOptions retries) {
        HookOptions hook =
                new HookOptions("test", receiver.url(), WebhookSecret.of("s".repeat(32))).tries(MINUTE, retries);
        return HoldfastServer.start(
                locks,
                ServerOptions.DEFAULT
                        .port(0)
                        .webhooks(new WebhookOptions(List.of(hook), AllowedAddresses.of(List.of("127.0.0.0/8")))));
    }

    private void takeAndRelease(String resource) {
        locks.acquire(resource).close();
    }

    private static void post(HoldfastServer server, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/v1/admin/webhooks/test/" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    private static Object paused(HoldfastServer server) throws Exception {
        return shown(server.address()).get("paused");
    }

    private static Map<?, ?> shown(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/admin/webhooks"))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return (Map<?, ?>) ((List<?>) Json.readObject(answer).get("webhooks")).get(0);
    }

    private int kept() {
        return Managers.serverNotes(locks)
                .flatMap(notes -> notes.find("webhook/test"))
                .map(text -> Position.of(text).waiting())
                .orElse(-1);
    }

    private List<String> ids(String resource) {
        return receiver.about(resource).stream()
                .map(call -> call.header("webhook-id"))
                .toList();
    }

    private Child start() throws Exception {
        return Child.start(
                folder, List.of(), HookServer.class, store(), receiver.url().toString());
    }

    private static String address(Child child) throws Exception {
        String line = new BufferedReader(child.process().inputReader()).readLine();
        assertThat(line).as(child.errors()).isNotNull();
        return line;
    }

    private static void kill(Child child) throws InterruptedException {
        child.kill();
        child.await(120);
    }

    @Test
    void whatWaitedInAKilledServer_andWhatHappenedMeanwhile_isSentAfterTheNextStart() throws Exception {
        takeAndRelease("before");
        Child first = start();
        try {
            address(first);
            takeAndRelease("delivered");
            await().atMost(MINUTE).until(() -> ids("delivered").size() == 2);
            status.set(500);
            takeAndRelease("a");
            takeAndRelease("b");
            takeAndRelease("a");
            await().atMost(MINUTE).until(() -> kept() == 6);
            assertThat(ids("a")).isNotEmpty();
        } finally {
            kill(first);
        }
        takeAndRelease("meanwhile");
        String tried = ids("a").get(0);
        int before = receiver.calls().size();
        status.set(200);
        Child second = start();
        try {
            String address = address(second);
            await().atMost(MINUTE).until(() -> shown(address).get("delivered").equals(8L));
            takeAndRelease("after");
            await().atMost(MINUTE).until(() -> ids("after").size() == 2);
            assertThat(shown(address).get("waiting")).isEqualTo(0L);
        } finally {
            kill(second);
        }
        List<Receiver.Call> calls = receiver.calls();
        List<Receiver.Call> since = calls.subList(before, calls.size());
        assertThat(since.stream().filter(call -> call.resource().equals("a")).map(Receiver.Call::type))
                .containsExactly("lock.acquired", "lock.released", "lock.acquired", "lock.released");
        assertThat(since.stream().filter(call -> call.resource().equals("b"))).hasSize(2);
        assertThat(receiver.types("meanwhile")).containsExactly("lock.acquired", "lock.released");
        assertThat(since.stream()
                        .filter(call -> call.resource().equals("a"))
                        .findFirst()
                        .orElseThrow()
                        .header("webhook-id"))
                .as("the id of the tries before")
                .isEqualTo(tried);
        assertThat(ids("delivered")).as("once").hasSize(2);
        assertThat(ids("before")).as("a new hook begins with the present").isEmpty();
    }

    private List<String> soon(String resource) {
        return receiver.types(resource).stream()
                .filter(type -> type.equals("lock.ends-soon"))
                .toList();
    }

    /** By the real time: the holds last just longer than a day, so that the first look finds them. */
    @Test
    void aHoldThatEndsSoon_isToldOfOnce_acrossAKilledServer() throws Exception {
        Lease lease = new Lease(null, Duration.ofDays(1).plusMillis(1), null);
        locks.holds().grant(LockRequest.of("a").lease(lease));
        Child first = start();
        try {
            address(first);
            await().atMost(MINUTE).until(() -> soon("a").size() == 1);
            await().atMost(MINUTE)
                    .until(() -> Managers.serverNotes(locks)
                            .flatMap(notes -> notes.find("webhook/test"))
                            .map(text -> Position.of(text).announced().size())
                            .filter(size -> size == 1)
                            .isPresent());
        } finally {
            kill(first);
        }
        locks.holds().grant(LockRequest.of("b").lease(lease));
        Child second = start();
        try {
            address(second);
            await().atMost(MINUTE).until(() -> soon("b").size() == 1);
        } finally {
            kill(second);
        }
        assertThat(soon("a")).hasSize(1);
    }

    private static List<Map<?, ?>> deadLetters(HoldfastServer server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.address() + "/v1/admin/webhooks/test/dead-letters"))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        List<Map<?, ?>> letters = new ArrayList<>();
        ((List<?>) Json.readObject(answer).get("deadLetters")).forEach(letter -> letters.add((Map<?, ?>) letter));
        return letters;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "sqlite"})
    void deadLetters_surviveARestart_withTheReasonOfTheirFailure(String kind) throws Exception {
        use(kind);
        status.set(500);
        RetryOptions twice = new RetryOptions(2, Duration.ofMillis(5), Duration.ofMillis(5));
        List<Map<?, ?>> before;
        try (HoldfastServer server = serve(twice)) {
            takeAndRelease("a");
            await().atMost(MINUTE).until(() -> deadLetters(server).size() == 2);
            before = deadLetters(server);
            assertThat(String.valueOf(before.get(0).get("why"))).contains("500");
            assertThat(before.get(0).get("tries")).isEqualTo(2L);
        }
        status.set(200);
        try (HoldfastServer server = serve(twice)) {
            assertThat(deadLetters(server)).isEqualTo(before);
            takeAndRelease("b");
            await().atMost(MINUTE).until(() -> ids("b").size() == 2);
            assertThat(ids("a")).as("given up before").hasSize(4);
        }
        try (HoldfastServer server = serve(twice)) {
            assertThat(deadLetters(server)).as("after two restarts").isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "sqlite"})
    void aHookThatAnAdministratorHasPaused_staysPausedAfterARestart_untilItIsResumed(String kind) throws Exception {
        use(kind);
        try (HoldfastServer server = serve(RetryOptions.DEFAULT)) {
            post(server, "pause");
        }
        takeAndRelease("a");
        try (HoldfastServer server = serve(RetryOptions.DEFAULT)) {
            assertThat(paused(server)).isEqualTo("An administrator has paused it.");
            takeAndRelease("b");
            await().atMost(MINUTE)
                    .until(() -> shown(server.address()).get("waiting").equals(4L));
            assertThat(receiver.calls()).isEmpty();
            post(server, "resume");
            await().atMost(MINUTE).until(() -> receiver.calls().size() == 4);
        }
        try (HoldfastServer server = serve(RetryOptions.DEFAULT)) {
            assertThat(paused(server)).isEqualTo("");
            takeAndRelease("c");
            await().atMost(MINUTE).until(() -> ids("c").size() == 2);
        }
    }

    @Test
    void aPause_countsAtEveryServerOfTheStore() throws Exception {
        try (HoldfastServer server = serve(RetryOptions.DEFAULT);
                HoldfastServer other = serve(RetryOptions.DEFAULT)) {
            post(server, "pause");
            await().atMost(MINUTE).until(() -> !paused(other).equals(""));
            post(other, "resume");
            await().atMost(MINUTE).until(() -> paused(server).equals(""));
        }
    }
}
