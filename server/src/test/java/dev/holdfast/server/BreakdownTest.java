package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.server.Http.Told;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error is the answer to the request that raised it. It ends no thread that other callers depend on. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BreakdownTest {
    private final BreakableStore store = new BreakableStore(StoreProvider.openStore("memory:", InstantSource.system()));
    private final LockManager locks = StoreManagers.over(store.store(), ManagerOptions.DEFAULT);
    private final HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private final Http http = new Http(server.address());

    @AfterEach
    void stop() {
        store.works();
        server.close();
        locks.close();
    }

    static Stream<Arguments> errors() {
        List<Supplier<Error>> errors =
                List.of(StackOverflowError::new, OutOfMemoryError::new, AssertionError::new, NoClassDefFoundError::new);
        return Stream.of("apply", "traits", "read", "query")
                .flatMap(method -> errors.stream().map(error -> Arguments.of(method, error)));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void error_ofOneRequest_isItsAnswer(String method, Supplier<Error> error) throws Exception {
        String kept = http.take("kept", "me");
        store.breaks(method, () -> {
            throw error.get();
        });
        Told taking = http.post("/v1/locks", Http.taking("r", "me", ""));
        Told waiting = http.post("/v1/locks", Http.taking("r", "me", ",\"wait\":\"1s\""));
        Told beat = http.post("/v1/holds/" + kept + "/heartbeat", "{}");
        Told list = http.get("/v1/locks");
        for (String path :
                List.of("/v1/locks/kept", "/v1/history", "/v1/contention", "/v1/groups", "/v1/policies/kept")) {
            assertThat(http.get(path).status()).as(path).isIn(200, 500, 503);
        }
        assertThat(http.post("/v1/admin/locks/other/release", "{\"reason\":\"why\"}")
                        .status())
                .isIn(200, 404, 500, 503);
        if (method.equals("apply")) {
            assertThat(List.of(taking.status(), waiting.status(), beat.status()))
                    .allMatch(status -> status == 500 || status == 503);
        } else if (method.equals("query")) {
            assertThat(list.status()).isEqualTo(500);
        }
        store.works();
        assertThat(http.get("/health").status()).isEqualTo(200);
        assertThat(http.post("/v1/holds/" + kept + "/heartbeat", "{}").status()).isEqualTo(200);
        String receipt = http.take("s", "me");
        assertThat(http.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
    }

    @Test
    void health_ofADecisionThatHangs_isNotReady() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        assertThat(http.get("/health/ready").status()).isEqualTo(200);
        store.breaks("apply", over::await);
        try {
            Told told = http.get("/health/ready");
            assertThat(told.status()).isEqualTo(503);
            assertThat(told.text("detail")).contains("No decision about a lock");
            assertThat(http.get("/health/live").status()).isEqualTo(200);
        } finally {
            over.countDown();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> http.get("/health").status() == 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"query", "watch"})
    void error_whileTheServerBeginsToListen_isTheAnswerToTheStream(String method) throws Exception {
        store.breaks(method, () -> {
            throw new StackOverflowError();
        });
        HttpResponse<InputStream> refused = http.open(http.request("/v1/events").GET());
        refused.body().close();
        store.works();
        assertThat(refused.statusCode()).isEqualTo(503);
        HttpResponse<InputStream> stream = http.open(http.request("/v1/events").GET());
        try (BufferedReader events = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            skipTo(events, "event: ready");
            http.take("later", "me");
            skipTo(events, "\"later\"");
        }
    }

    @Test
    void error_whileChangesAreLookedFor_doesNotEndTheStream() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/v1/events"))
                .build();
        try (BufferedReader events = new BufferedReader(new InputStreamReader(
                HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8))) {
            skipTo(events, "event: ready");
            CountDownLatch broken = new CountDownLatch(1);
            store.breaks("read", () -> {
                broken.countDown();
                throw new StackOverflowError();
            });
            http.take("first", "me");
            broken.await();
            store.works();
            http.take("second", "me");
            skipTo(events, "\"second\"");
        }
    }

    private static void skipTo(BufferedReader events, String text) throws Exception {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("The stream ended before " + text);
    }
}
