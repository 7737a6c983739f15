package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Draft;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.check.LongTest;
import dev.holdfast.server.Http.Told;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is not done, and why: by rules, by limits, and because nobody is there any more. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RefusalTest {
    private static final String USER =
            "{\"resources\":[\"%s\"],\"mode\":\"%s\",\"owner\":{\"id\":\"%s\",\"user\":\"mia\"}}";

    @Test
    @DisplayName("C4: 429 with how long to wait; C1: 409 for a second lock in the scene")
    void limits_perUser_areToldByTheirStatus() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        try (LockManager locks = StoreManagers.over(
                        StoreProvider.openStore("memory:", now::get),
                        ManagerOptions.DEFAULT.policies(Policies.of(Preset.COMPOSE)));
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Http http = new Http(server.address());
            Told taken = http.post("/v1/locks", String.format(USER, "scene/1/character/1", "exclusive", "a"));
            assertThat(taken.status()).isEqualTo(201);
            Told soon = http.post("/v1/locks", String.format(USER, "scene/2/character/1", "exclusive", "b"));
            assertThat(soon.status()).isEqualTo(429);
            assertThat(Integer.parseInt(soon.header("Retry-After"))).isBetween(1, 5);
            assertThat(soon.text("why")).isEqualTo("too-soon");
            now.updateAndGet(time -> time.plusSeconds(5));
            assertThat(http.post("/v1/locks", String.format(USER, "scene/1/character/2", "exclusive", "c"))
                            .status())
                    .isEqualTo(409);
        }
    }

    @Test
    void upgrade_isAConflict_andALongDraftTooLarge() throws Exception {
        Policies keeping = Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        try (LockManager locks = LockManager.open("memory:", ManagerOptions.DEFAULT.policies(keeping));
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Http http = new Http(server.address());
            String receipt = http.receipt(String.format(USER, "r", "shared", "a"));
            Told upgrade = http.post("/v1/locks", String.format(USER, "r", "exclusive", "a"));
            assertThat(upgrade.status()).isEqualTo(409);
            assertThat(upgrade.text("detail")).contains("Release it first");
            String text = "x".repeat(Draft.Edit.MAX_BYTES + 1);
            Told large = http.post(
                    "/v1/holds/" + receipt + "/heartbeat", "{\"draft\":{\"revision\":1,\"content\":\"" + text + "\"}}");
            assertThat(large.status()).isEqualTo(413);
            assertThat(http.get("/v1/drafts/r").status()).isEqualTo(404);
        }
    }

    @Test
    @LongTest("waits for the server's limit of 15 seconds, on which no promise depends")
    void sender_whoIsTooSlow_isNotWaitedFor() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
                Socket slow = connect(server)) {
            OutputStream out = slow.getOutputStream();
            out.write(request("{\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"}}".length(), server)
                    .getBytes(StandardCharsets.UTF_8));
            out.write('{');
            out.flush();
            byte[] answer = slow.getInputStream().readNBytes("HTTP/1.1 408".length());
            assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 408");
            assertThat(locks.view("a").free()).isTrue();
        }
    }

    @Test
    @DisplayName("What is granted to somebody who has gone meanwhile is given back")
    void grant_whoseCallerIsGone_isGivenBack() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        LockStore memory = StoreProvider.openStore("memory:", InstantSource.system());
        LockStore slow = (LockStore) Proxy.newProxyInstance(
                LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply")) {
                        asked.countDown();
                        go.await();
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        try (LockManager locks = StoreManagers.over(slow, ManagerOptions.DEFAULT);
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            String body = "{\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"}}";
            try (Socket caller = connect(server)) {
                caller.getOutputStream()
                        .write((request(body.length(), server) + body).getBytes(StandardCharsets.UTF_8));
                asked.await();
            }
            // The same loop has seen that it is gone once it answers somebody who came later.
            Http http = new Http(server.address());
            for (int i = 0; i < 3; i++) {
                http.get("/health/live");
            }
            go.countDown();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> locks.admin()
                                    .history(dev.holdfast.LockAdmin.HistoryQuery.NEWEST)
                                    .size()
                            == 2);
            assertThat(locks.view("a").free()).isTrue();
        }
    }

    private static Socket connect(HoldfastServer server) throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
    }

    private static String request(int length, HoldfastServer server) {
        return "POST /v1/locks HTTP/1.1\r\nHost: "
                + URI.create(server.address()).getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }
}
