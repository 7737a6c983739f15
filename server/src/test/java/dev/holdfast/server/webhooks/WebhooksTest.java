package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.AuditOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls to a receiver that is well, slow, broken, gone, or not allowed. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebhooksTest {
    private static final String SECRET = "a secret that only the two of them know";
    private static final RetryOptions QUICK = new RetryOptions(6, Duration.ofMillis(5), Duration.ofMillis(20));
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final AllowedAddresses LOOPBACK = AllowedAddresses.of(List.of("127.0.0.0/8"));

    private final List<AutoCloseable> opened = new ArrayList<>();
    private LockManager locks = LockManager.open("memory:");
    private String address = "";

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        locks.close();
    }

    @TempDir
    private Path folder;

    private <T extends AutoCloseable> T open(T what) {
        opened.add(what);
        return what;
    }

    /** Starts a server with one hook. */
    private void serve(URI url, AllowedAddresses allowed, UnaryOperator<HookOptions> how) {
        HookOptions hook = new HookOptions("test", url, WebhookSecret.of(SECRET)).tries(MINUTE, QUICK);
        ServerOptions options = ServerOptions.DEFAULT
                .port(0)
                .audit(AuditOptions.of(folder.resolve("audit.jsonl")))
                .webhooks(new WebhookOptions(List.of(how.apply(hook)), allowed));
        address = open(HoldfastServer.start(locks, options)).address();
    }

    private void serve(Receiver receiver) {
        serve(receiver.url(), LOOPBACK, hook -> hook);
    }

    private void takeAndRelease(String resource) {
        locks.acquire(resource).close();
    }

    private String send(String method, String path) throws Exception {
        HttpRequest.BodyPublisher body =
                method.equals("POST") ? HttpRequest.BodyPublishers.ofString("{}") : HttpRequest.BodyPublishers.noBody();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address + path))
                                .method(method, body)
                                .header("Content-Type", "application/json")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private Map<?, ?> shown() throws Exception {
        String answer = send("GET", "/v1/admin/webhooks");
        return (Map<?, ?>) ((List<?>) Json.readObject(answer.substring(4)).get("webhooks")).get(0);
    }

    /** Returns what the audit log says about the hook so far: it is written beside the answer. */
    private List<String> audited() throws IOException {
        return Files.readAllLines(folder.resolve("audit.jsonl")).stream()
                .map(Json::readObject)
                .filter(line -> "test".equals(line.get("about")))
                .map(line -> String.valueOf(line.get("what")))
                .toList();
    }

    private List<?> deadLetters() throws Exception {
        String answer = send("GET", "/v1/admin/webhooks/test/dead-letters");
        return (List<?>) Json.readObject(answer.substring(4)).get("deadLetters");
    }

    /** Computes the signature as the page of Standard Webhooks says, by other means than the server. */
    private static String signature(Receiver.Call call) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        for (String part :
                List.of(call.header("webhook-id"), ".", call.header("webhook-timestamp"), ".", call.body())) {
            mac.update(part.getBytes(StandardCharsets.UTF_8));
        }
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal());
    }

    @Test
    void everyEvent_arrivesOnceInItsOrder_andIsSigned() throws Exception {
        takeAndRelease("before");
        Receiver receiver = open(new Receiver(call -> 204));
        serve(receiver);
        for (int i = 0; i < 20; i++) {
            takeAndRelease("a" + i % 2);
        }
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 40);
        for (String resource : List.of("a0", "a1")) {
            List<Receiver.Call> calls = receiver.about(resource);
            assertThat(calls).hasSize(20);
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).type()).isEqualTo(i % 2 == 0 ? "lock.acquired" : "lock.released");
            }
            assertThat(calls.stream().map(call -> (Long) call.data().get("version")))
                    .isSorted();
        }
        assertThat(receiver.calls().stream()
                        .map(call -> call.header("webhook-id"))
                        .distinct())
                .hasSize(40);
        for (Receiver.Call call : receiver.calls()) {
            assertThat(call.header("webhook-signature")).isEqualTo(signature(call));
            assertThat(Long.parseLong(call.header("webhook-timestamp")))
                    .isBetween(
                            Instant.now().getEpochSecond() - 300, Instant.now().getEpochSecond() + 1);
            assertThat(call.exchange().getRequestURI().toString()).isEqualTo("/hook?key=in-the-address");
        }
        await().atMost(MINUTE).until(() -> shown().get("delivered").equals(40L));
        assertThat(send("GET", "/metrics"))
                .contains("holdfast_webhooks_delivered_total{hook=\"test\"} 40.0")
                .contains("holdfast_webhooks_waiting{hook=\"test\"} 0.0");
    }

    @Test
    void onlyTheKindsAndResourcesThatItWants_areSent() throws Exception {
        Receiver receiver = open(new Receiver(call -> 200));
        serve(receiver.url(), LOOPBACK, hook -> hook.only(List.of("scene/*"), Set.of(EventKind.RELEASED)));
        takeAndRelease("other");
        takeAndRelease("scene/1/2");
        takeAndRelease("scene/1");
        await().atMost(MINUTE).until(() -> !receiver.calls().isEmpty());
        assertThat(receiver.calls()).singleElement().satisfies(call -> {
            assertThat(call.resource()).isEqualTo("scene/1");
            assertThat(call.type()).isEqualTo("lock.released");
        });
    }

    @Test
    void aReceiverThatWasDown_getsEverythingInItsOrder() throws Exception {
        int port = Receiver.freePort();
        serve(
                URI.create("http://127.0.0.1:" + port + "/"),
                LOOPBACK,
                hook -> hook.tries(MINUTE, new RetryOptions(50, Duration.ofMillis(5), Duration.ofMillis(100))));
        takeAndRelease("a");
        takeAndRelease("b");
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> (Long) shown().get("failures") > 3);
        Receiver receiver = open(new Receiver(port, call -> 200));
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 6);
        assertThat(receiver.types("a"))
                .containsExactly("lock.acquired", "lock.released", "lock.acquired", "lock.released");
        assertThat(receiver.types("b")).containsExactly("lock.acquired", "lock.released");
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void aFailure_isTriedAgain_withTheSameId_beforeTheNextOfItsResource() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        Receiver receiver =
                open(new Receiver(call -> call.resource().equals("a") && failures.getAndDecrement() > 0 ? 500 : 200));
        serve(receiver);
        takeAndRelease("a");
        takeAndRelease("b");
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 7);
        assertThat(receiver.types("a"))
                .containsExactly("lock.acquired", "lock.acquired", "lock.acquired", "lock.acquired", "lock.released");
        assertThat(receiver.about("a").subList(0, 4).stream()
                        .map(call -> call.header("webhook-id"))
                        .distinct())
                .hasSize(1);
        assertThat(receiver.types("b")).containsExactly("lock.acquired", "lock.released");
    }

    @Test
    void whatCannotBeDelivered_isADeadLetter_thatIsSentAgainOrDeleted() throws Exception {
        AtomicInteger status = new AtomicInteger(500);
        Receiver receiver = open(new Receiver(call -> status.get()));
        serve(receiver);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> deadLetters().size() == 2);
        assertThat(receiver.calls()).hasSize(12);
        Map<?, ?> first = (Map<?, ?>) deadLetters().get(0);
        Map<?, ?> second = (Map<?, ?>) deadLetters().get(1);
        assertThat(first.get("event")).isEqualTo("acquired");
        assertThat(first.get("tries")).isEqualTo(6L);
        assertThat(String.valueOf(first.get("why"))).contains("500");
        status.set(200);
        String letters = "/v1/admin/webhooks/test/dead-letters/";
        assertThat(send("POST", letters + first.get("id") + "/resend")).isEqualTo("200 {\"resent\":1}");
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 13);
        assertThat(receiver.calls().get(12).header("webhook-id")).isEqualTo(first.get("id"));
        assertThat(send("DELETE", letters + second.get("id"))).isEqualTo("200 {\"deleted\":1}");
        assertThat(send("DELETE", letters + second.get("id"))).startsWith("404");
        assertThat(send("POST", letters + "resend")).isEqualTo("200 {\"resent\":0}");
        assertThat(send("GET", "/v1/admin/webhooks/other/dead-letters")).startsWith("404");
        await().atMost(MINUTE)
                .untilAsserted(() -> assertThat(audited())
                        .containsExactly("resend-webhook", "delete-dead-letter", "resend-webhook"));
    }

    @Test
    void aReceiverThatIsGone_isNotCalledAgain_untilTheHookIsResumed() throws Exception {
        AtomicInteger status = new AtomicInteger(410);
        Receiver receiver = open(new Receiver(call -> status.get()));
        serve(receiver);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> !"".equals(shown().get("paused")));
        assertThat(receiver.calls()).hasSize(1);
        assertThat(shown().get("waiting")).isEqualTo(1L);
        status.set(200);
        assertThat(send("POST", "/v1/admin/webhooks/test/resume")).startsWith("200");
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 2);
        assertThat(send("POST", "/v1/admin/webhooks/test/pause")).contains("An administrator has paused it.");
        await().atMost(MINUTE)
                .untilAsserted(() -> assertThat(audited()).containsExactly("resume-webhook", "pause-webhook"));
    }

    @Test
    void aSlowReceiver_keepsNoLockWaiting_andCountsAsFailed() throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        Receiver receiver = open(new Receiver(call -> {
            try {
                ready.await();
                return 200;
            } catch (InterruptedException e) {
                return 500;
            }
        }));
        serve(
                receiver.url(),
                LOOPBACK,
                hook -> hook.tries(
                        Duration.ofMillis(200), new RetryOptions(50, Duration.ofMillis(5), Duration.ofSeconds(1))));
        for (int i = 0; i < 50; i++) {
            takeAndRelease("a" + i);
        }
        await().atMost(MINUTE).until(() -> (Long) shown().get("failures") > 0);
        assertThat(shown().get("waiting")).isEqualTo(100L);
        ready.countDown();
        await().atMost(MINUTE).until(() -> shown().get("delivered").equals(100L));
    }

    @Test
    void aRedirect_isNotFollowed() throws Exception {
        Receiver inside = open(new Receiver(call -> 200));
        Receiver receiver = open(new Receiver(call -> {
            call.exchange().getResponseHeaders().set("Location", inside.url().toString());
            return 307;
        }));
        serve(receiver);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> deadLetters().size() == 2);
        assertThat(inside.calls()).isEmpty();
    }

    @Test
    void anAddressThatIsNotAllowed_isNotConnectedTo() throws Exception {
        Receiver receiver = open(new Receiver(call -> 200));
        // A name that the operator has allowed, whose answer leads to this machine, as in a rebinding attack.
        URI rebound = URI.create("https://localhost:" + receiver.url().getPort() + "/");
        serve(rebound, AllowedAddresses.of(List.of("localhost")), hook -> hook);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> deadLetters().size() == 2);
        assertThat(String.valueOf(((Map<?, ?>) deadLetters().get(0)).get("why")))
                .contains("has not allowed");
        assertThat(receiver.calls()).isEmpty();
    }

    @Test
    void aCallWithoutTls_needsAnAllowedRange() throws Exception {
        Receiver receiver = open(new Receiver(call -> 200));
        serve(receiver.url(), AllowedAddresses.of(List.of("localhost", "10.0.0.0/8")), hook -> hook);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> deadLetters().size() == 2);
        assertThat(receiver.calls()).isEmpty();
    }

    @Test
    void anEndlessAnswer_isNotRead() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        Receiver receiver = open(new Receiver(call -> {
            byte[] much = new byte[1 << 16];
            try {
                call.exchange().sendResponseHeaders(200, 0);
                while (true) {
                    call.exchange().getResponseBody().write(much);
                }
            } catch (IOException e) {
                ended.incrementAndGet();
                return 200;
            }
        }));
        serve(receiver);
        takeAndRelease("a");
        await().atMost(MINUTE).until(() -> shown().get("delivered").equals(2L) && ended.get() == 2);
    }

    @Test
    void aHiddenHolder_isNotNamed_unlessTheHookHasTheRight() throws Exception {
        locks.close();
        locks = LockManager.open(
                "memory:",
                ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)
                        .and(Preset.OFFLINE.policy().toBuilder()
                                .pattern("hidden/**")
                                .privacy(Privacy.HIDDEN)
                                .build())));
        Receiver receiver = open(new Receiver(call -> 200));
        Receiver trusted = open(new Receiver(call -> 200));
        HookOptions plain = new HookOptions("plain", receiver.url(), WebhookSecret.of(SECRET));
        HookOptions admin =
                new HookOptions("admin", trusted.url(), WebhookSecret.of(SECRET)).rights(List.of("admin:hidden/"));
        open(HoldfastServer.start(
                locks, ServerOptions.DEFAULT.port(0).webhooks(new WebhookOptions(List.of(plain, admin), LOOPBACK))));
        Owner ann = Owner.of("anns-tab").named("Ann Smith").user("ann");
        locks.acquire(LockRequest.of("hidden/1").owner(ann).note("between us"));
        locks.admin().forceRelease("hidden/1", "Ben Jones", "he is away");
        takeAndRelease("open");
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 4);
        await().atMost(MINUTE).until(() -> trusted.calls().size() == 2);
        assertThat(receiver.types("hidden/1")).containsExactly("lock.acquired", "lock.forced");
        for (Receiver.Call call : receiver.about("hidden/1")) {
            assertThat(call.body()).doesNotContain("Ann", "ann", "between us", "Ben", "away");
            assertThat(call.data().get("fence")).isNull();
            assertThat(call.data().get("version")).isNull();
        }
        assertThat(trusted.calls().get(0).body()).contains("Ann Smith", "between us");
        assertThat(trusted.calls().get(1).body()).contains("Ben Jones", "he is away");
    }

    @Test
    void secrets_areNeitherLoggedNorShown() throws Exception {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public synchronized void publish(LogRecord line) {
                lines.add(line.getMessage() + " " + line.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.holdfast");
        logger.addHandler(handler);
        try {
            Receiver receiver = open(new Receiver(call -> 500));
            serve(receiver);
            takeAndRelease("a");
            await().atMost(MINUTE).until(() -> deadLetters().size() == 2);
            assertThat(lines).anyMatch(line -> line.contains("webhook test"));
            assertThat(lines).noneMatch(line -> line.contains(SECRET) || line.contains("in-the-address"));
            assertThat(send("GET", "/v1/admin/webhooks") + deadLetters() + send("GET", "/metrics"))
                    .doesNotContain(SECRET);
            HookOptions hook = new HookOptions("x", receiver.url(), WebhookSecret.of(SECRET));
            assertThat(hook.toString() + new WebhookOptions(List.of(hook), LOOPBACK))
                    .doesNotContain(SECRET, "in-the-address");
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void manyEventsBetweenTwoLooks_allArrive() throws Exception {
        Receiver receiver = open(new Receiver(call -> 200));
        serve(
                receiver.url(),
                LOOPBACK,
                hook -> hook.keeping(10_000, 10).only(List.of("many/**"), EnumSet.of(EventKind.ACQUIRED)));
        for (int i = 0; i < 2_000; i++) {
            takeAndRelease("many/" + i % 10);
        }
        await().atMost(MINUTE).until(() -> receiver.calls().size() == 2_000);
        assertThat(send("GET", "/metrics")).contains("holdfast_webhooks_gaps_total 0.0");
    }
}
