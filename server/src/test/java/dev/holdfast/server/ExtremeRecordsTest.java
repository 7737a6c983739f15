package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.server.Http.Told;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A lock with times at the ends of what can be written is answered like any other, by every call. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExtremeRecordsTest {
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    static Stream<Arguments> records() {
        List<Lease> leases = List.of(
                Lease.NONE,
                Lease.of(Duration.ofDays(36_500)),
                Lease.of(LONGEST),
                new Lease(LONGEST, LONGEST, LONGEST),
                Lease.of(Duration.ofNanos(1)));
        return Stream.of(Stamp.TIME, Instant.MIN, Instant.parse("0000-01-01T00:00:00Z"), Instant.MAX)
                .flatMap(since -> leases.stream().map(lease -> Arguments.of(since, lease)));
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyCall_answers(Instant since, Lease lease) throws Exception {
        LockStore store = StoreProvider.openStore("memory:", InstantSource.system());
        EarlierRecords.put(store, "r", "another", since, lease);
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Http http = new Http(server.address());
            for (String path : List.of(
                    "/v1/locks",
                    "/v1/locks?sort=since",
                    "/v1/locks?sort=left",
                    "/v1/locks?sort=waiting",
                    "/v1/locks?q=r&state=expired",
                    "/v1/locks?names=r",
                    "/v1/groups",
                    "/v1/history",
                    "/v1/contention",
                    "/v1/policies/r",
                    "/metrics",
                    "/health")) {
                Told told = http.get(path);
                assertThat(told.status())
                        .as(path + ": " + told.response().body())
                        .isEqualTo(200);
            }
            // Its lease may have ended long ago.
            assertThat(http.get("/v1/locks/r").status()).isIn(200, 404);
            assertThat(eventsOf(http)).startsWith("retry: ");
            assertThat(http.post("/v1/locks", Http.taking("r", "me", "")).status())
                    .isIn(201, 423);
            assertThat(http.post("/v1/locks", Http.taking("r", "me", ",\"wait\":\"10ms\""))
                            .status())
                    .isIn(200, 201, 423);
            assertThat(http.post("/v1/locks", Http.taking("r", "you", ",\"takeover\":\"why\""))
                            .status())
                    .isEqualTo(201);
            assertThat(http.get("/v1/history").response().body()).contains("\"r\"");
            assertThat(http.get("/v1/contention").status()).isEqualTo(200);
            assertThat(http.post("/v1/admin/locks/r/release", "{\"reason\":\"why\"}")
                            .status())
                    .isEqualTo(200);
        }
    }

    /** Returns the snapshot of the event stream. */
    private static String eventsOf(Http http) throws Exception {
        HttpResponse<InputStream> stream = http.open(http.request("/v1/events").GET());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            StringBuilder text = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("event: ready")) {
                    return text.toString();
                }
                text.append(line);
            }
            throw new AssertionError("The stream ended: " + text);
        }
    }
}
