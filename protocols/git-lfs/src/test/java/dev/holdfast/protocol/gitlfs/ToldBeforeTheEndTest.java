package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.webhooks.AllowedAddresses;
import dev.holdfast.server.webhooks.HookOptions;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.server.webhooks.WebhookSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of Git LFS cannot be told that a lock ends soon. A webhook can tell their users. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ToldBeforeTheEndTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Map<?, ?>> events = new CopyOnWriteArrayList<>();
    private HttpServer receiver;

    @BeforeEach
    void open() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            try (exchange) {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                events.add((Map<?, ?>) Json.readObject(body).get("data"));
                exchange.sendResponseHeaders(204, -1);
            }
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    private List<String> kinds(String resource) {
        return events.stream()
                .filter(event -> resource.equals(event.get("resource")))
                .map(event -> String.valueOf(event.get("kind")))
                .toList();
    }

    @Test
    void aLockOfSevenDays_isToldOfADayBefore_andAgainAfterAPush() throws Exception {
        URI url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
        HookOptions hook = new HookOptions("chat", url, WebhookSecret.of("s".repeat(32)));
        try (LfsServer server =
                LfsServer.calling(new WebhookOptions(List.of(hook), AllowedAddresses.of(List.of("127.0.0.0/8"))))) {
            LfsHttp ann = server.as("ann");
            ann.lock("a.png");
            await().atMost(MINUTE).until(() -> kinds("a.png").equals(List.of("acquired")));
            server.later(Duration.ofDays(5));
            ann.lock("b.png");
            server.later(Duration.ofDays(1));
            await().atMost(MINUTE).until(() -> kinds("a.png").equals(List.of("acquired", "ends-soon")));
            Map<?, ?> told = events.get(events.size() - 1);
            assertThat(told.get("name")).isEqualTo("ann (Git LFS)");
            assertThat(told.get("note")).isEqualTo("git lfs lock a.png");
            assertThat(ann.verify().paths("ours")).containsExactly("a.png", "b.png");
            server.later(Duration.ofDays(6));
            await().atMost(MINUTE)
                    .until(() -> kinds("a.png").equals(List.of("acquired", "ends-soon", "ends-soon"))
                            && kinds("b.png").equals(List.of("acquired", "ends-soon")));
        }
    }
}
