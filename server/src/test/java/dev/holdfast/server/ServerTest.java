package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.server.Http.Told;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks over HTTP: taking, keeping, giving back, looking. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerTest {
    @TempDir
    private Path folder;

    private LockManager locks;
    private HoldfastServer server;
    private Http http;

    @BeforeEach
    void start() {
        locks = LockManager.open("sqlite:" + folder.resolve("locks.db"));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        http = new Http(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        locks.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void lock_isTakenOnceRenewedAndGivenBack() throws Exception {
        Told taken = http.post("/v1/locks", Http.taking("policy/1", "anna", ",\"note\":\"renewal\",\"ttl\":\"90s\""));
        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.first("holds").get("note")).isEqualTo("renewal");
        String receipt = String.valueOf(taken.first("holds").get("receipt")); // fit for a URL as it is

        Told refused = http.post("/v1/locks", Http.taking("policy/1", "ben", ""));
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 90);
        assertThat(refused.text("detail"))
                .startsWith("policy/1 has been held by anna since ")
                .contains("Note: \"renewal\".");
        assertThat(refused.first("holders").get("owner")).isEqualTo("anna");
        assertThat(refused.response().body()).doesNotContain("receipt");

        Told beat = http.post("/v1/holds/" + receipt + "/heartbeat", "{}");
        assertThat(beat.status()).isEqualTo(200);
        assertThat((Long) beat.json().get("remainingSeconds")).isBetween(85L, 90L);

        assertThat(http.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
        assertThat(http.delete("/v1/holds/" + receipt).status()).as("again").isEqualTo(204);
        assertThat(http.get("/v1/locks/policy%2F1").status()).as("free").isEqualTo(404);
        assertThat(Receipt.parse(http.take("policy/1", "ben")).resource()).isEqualTo("policy/1");
    }

    @Test
    void caller_thatOffersHttp2WithoutTls_isServedByHttp1() throws Exception {
        HttpClient second =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        HttpRequest ask =
                http.posting("/v1/locks", Http.taking("r", "anna", "")).build();
        assertThat(second.send(ask, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        HttpResponse<String> again = second.send(http.request("/v1/locks/r").build(), BodyHandlers.ofString());
        assertThat(again.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(again.statusCode()).isEqualTo(200);
    }

    @Test
    void several_areTakenAllOrNone() throws Exception {
        http.take("b", "ben");
        String both = "{\"resources\":[\"a\",\"b\"],\"owner\":{\"id\":\"anna\"}}";
        assertThat(http.post("/v1/locks", both).status()).isEqualTo(423);
        assertThat(http.get("/v1/locks/a").status()).isEqualTo(404);
    }

    @Test
    void request_repeatedWithItsKey_findsItsFirstGrant() throws Exception {
        String body = Http.taking("r", "anna", "");
        Told first = http.send(http.posting("/v1/locks", body).header("Idempotency-Key", "4711"));
        Told again = http.send(http.posting("/v1/locks", body).header("Idempotency-Key", "4711"));
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.first("holds").get("receipt"))
                .isEqualTo(first.first("holds").get("receipt"));
        assertThat(again.first("holds").get("fence"))
                .isEqualTo(first.first("holds").get("fence"));
        String receipt = encoded(String.valueOf(first.first("holds").get("receipt")));
        http.delete("/v1/holds/" + receipt);
        assertThat(http.get("/v1/locks/r").status())
                .as("one hold, given back once")
                .isEqualTo(404);
    }

    @Test
    void waiter_getsItWhenItIsGivenBack() throws Exception {
        String receipt = http.take("r", "anna");
        CompletableFuture<Integer> waits = CompletableFuture.supplyAsync(() -> {
            try {
                return http.post("/v1/locks", Http.taking("r", "ben", ",\"wait\":\"60s\""))
                        .status();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (locks.view("r").queue().isEmpty()) {
            Thread.sleep(5);
        }
        http.delete("/v1/holds/" + receipt);
        assertThat(waits.get(60, TimeUnit.SECONDS)).isEqualTo(201);
    }

    @Test
    void waiter_thatGoesAway_leavesTheLine() throws Exception {
        http.take("r", "anna");
        Thread caller = new Thread(() -> {
            try {
                http.post("/v1/locks", Http.taking("r", "ben", ",\"wait\":\"60s\""));
            } catch (Exception e) {
                Thread.currentThread().interrupt(); // as it should be
            }
        });
        caller.start();
        while (locks.view("r").queue().isEmpty()) {
            Thread.sleep(5);
        }
        caller.interrupt();
        while (!locks.view("r").queue().isEmpty()) {
            Thread.sleep(5);
        }
        caller.join();
        assertThat(locks.view("r").queue()).isEmpty();
    }

    @Test
    void forcedRelease_needsAReasonAndTellsTheHolder() throws Exception {
        String receipt = encoded(http.take("r", "anna"));
        assertThat(http.post("/v1/admin/locks/r/release", "{}").status()).isEqualTo(422);
        assertThat(http.post("/v1/admin/locks/r/release", "{\"reason\":\" \"}").status())
                .isEqualTo(422);
        Told released = http.post("/v1/admin/locks/r/release", "{\"reason\":\"on holiday\",\"by\":\"Olga\"}");
        assertThat(released.status()).isEqualTo(200);
        assertThat(released.first("released").get("owner")).isEqualTo("anna");
        Told lost = http.post("/v1/holds/" + receipt + "/heartbeat", "{}");
        assertThat(lost.status()).isEqualTo(410);
        assertThat(lost.text("detail")).isEqualTo("Your lock on r has ended: Olga released it (on holiday).");
        assertThat(lost.text("why")).isEqualTo("forced");
        Told past = http.get("/v1/history?prefix=r");
        assertThat(past.first("events").get("reason")).isEqualTo("on holiday");
    }

    @Test
    void forcedRelease_ofAHoldThatIsOver_sparesTheNextHolder() throws Exception {
        Told first = http.post("/v1/locks", Http.taking("r", "anna", ""));
        String seen = "{\"reason\":\"gone\",\"fence\":" + first.first("holds").get("fence") + "}";
        http.delete("/v1/holds/" + encoded(String.valueOf(first.first("holds").get("receipt"))));
        assertThat(http.post("/v1/admin/locks/r/release", seen).status()).isEqualTo(200); // free: nothing to release
        String receipt = encoded(http.take("r", "ben"));
        Told refused = http.post("/v1/admin/locks/r/release", seen);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.first("holders").get("owner")).isEqualTo("ben");
        assertThat(http.post("/v1/holds/" + receipt + "/heartbeat", "{}").status())
                .isEqualTo(200);
        assertThat(http.post("/v1/admin/locks/r/release", "{\"reason\":\"x\",\"fence\":\"1\"}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void heartbeats_ofMany_areAnsweredOneByOne() throws Exception {
        String one = http.take("a", "anna");
        String two = http.take("b", "anna");
        http.delete("/v1/holds/" + two);
        Told told = http.post("/v1/heartbeats", "{\"receipts\":[\"" + one + "\",\"" + two + "\"]}");
        assertThat(told.status()).isEqualTo(200);
        assertThat((List<?>) told.json().get("holds"))
                .satisfiesExactly(
                        held -> assertThat(held.toString()).contains("held=true"),
                        gone -> assertThat(gone.toString()).contains("held=false", "resource=b"));
    }

    @Test
    void endOfAnOwner_releasesAllAndKeepsLateRequestsOut() throws Exception {
        http.take("a", "tab 1");
        http.take("b", "tab 1");
        http.take("c", "tab 2");
        assertThat(http.delete("/v1/owners/tab%201/holds").text("released")).isEqualTo("2");
        assertThat(http.post("/v1/locks", Http.taking("a", "tab 1", "")).status())
                .isEqualTo(410);
        assertThat(http.get("/v1/locks/c").status()).isEqualTo(200);
    }

    @Test
    void list_isByPrefixOwnerAndState() throws Exception {
        http.take("x/1", "anna");
        http.take("x/2", "ben");
        http.take("y", "anna");
        assertThat((List<?>) http.get("/v1/locks?prefix=x%2F").json().get("locks"))
                .hasSize(2);
        assertThat((List<?>) http.get("/v1/locks?prefix=x%2F&owner=anna").json().get("locks"))
                .hasSize(1);
        assertThat((List<?>) http.get("/v1/locks?state=suspect").json().get("locks"))
                .isEmpty();
        Told some = http.get("/v1/locks?state=live&limit=2");
        assertThat((List<?>) some.json().get("locks")).hasSize(2);
        assertThat(some.json().get("more")).isEqualTo(true);
        assertThat(http.get("/v1/locks?state=odd").status()).isEqualTo(422);
        assertThat(http.get("/v1/locks?limit=0").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "..",
                ".",
                "a%b",
                "a b+c",
                "ä/ö?x=1&y#z",
                "\"quoted\"",
                "<script>",
                "漢字",
                "😀"
            })
    void names_ofAnyKind_goThereAndBack(String name) throws Exception {
        String receipt = http.take(name, "anna");
        Told found = http.get("/v1/locks/" + encoded(name));
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.text("resource")).isEqualTo(name);
        assertThat(http.delete("/v1/holds/" + encoded(receipt)).status()).isEqualTo(204);
        assertThat(locks.view(name).free()).isTrue();
    }

    @Test
    void fence_isCheckedForWhoeverProtectsTheData() throws Exception {
        Told taken = http.post("/v1/locks", Http.taking("r", "anna", ""));
        Object fence = taken.first("holds").get("fence");
        String check = "{\"resource\":\"r\",\"fence\":";
        assertThat(http.post("/v1/fences/check", check + fence + "}").text("valid"))
                .isEqualTo("true");
        assertThat(http.post("/v1/fences/check", check + "1}").text("valid")).isEqualTo("false");
    }

    @Test
    void locks_ofTheServerAndOfOthersOnTheStore_areTheSame() throws Exception {
        locks.acquire(LockRequest.of("r").owner(Owner.of("a program")).ttl(Duration.ofMinutes(1)));
        assertThat(http.post("/v1/locks", Http.taking("r", "anna", "")).text("detail"))
                .contains("a program");
    }

    @Test
    void port_inUse_isSaidInOneSentence() {
        int port = Integer.parseInt(server.address().substring(server.address().lastIndexOf(':') + 1));
        assertThatThrownBy(() -> HoldfastServer.start(locks, ServerOptions.DEFAULT.port(port)))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("already listens on 127.0.0.1:" + port);
        assertThatThrownBy(() -> HoldfastServer.start(locks, new ServerOptions("0.0.0.0", 0)))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("Without sign-in");
    }

    @Test
    void metrics_countWhatWasDoneAndNameNobody() throws Exception {
        String receipt = http.take("secret/7", "anna");
        http.post("/v1/locks", Http.taking("secret/7", "ben", ""));
        http.post("/v1/holds/" + encoded(receipt) + "/heartbeat", "{}");
        http.delete("/v1/holds/" + encoded(receipt));
        http.take("secret/7", "ben");
        http.post("/v1/admin/locks/secret%2F7/release", "{\"reason\":\"done\"}");
        String metrics = http.get("/metrics").response().body();
        assertThat(metrics)
                .contains(
                        "holdfast_acquisitions_total 2.0",
                        "holdfast_refusals_total{why=\"held\"} 1.0",
                        "holdfast_heartbeats_total 1.0",
                        "holdfast_releases_total 1.0",
                        "holdfast_force_releases_total 1.0",
                        "holdfast_listeners 0.0",
                        "holdfast_hold_time_seconds_count 2",
                        "holdfast_hold_time_seconds_bucket{le=\"3600.0\"} 2",
                        "holdfast_store_seconds_count{call=\"acquire\"} 3",
                        "holdfast_store_seconds_count{call=\"renew\"} 1",
                        "process_files_open_files ")
                .doesNotContain("secret", "anna", "ben");
    }

    @Test
    void metrics_countWhatEndsInOtherWays() throws Exception {
        http.take("a", "anna");
        http.take("b", "anna");
        http.take("c", "ben");
        http.take("d", "ben");
        http.take("e", "cy");
        http.post("/v1/locks", Http.taking("a", "ben", ",\"wait\":\"1ms\""));
        http.delete("/v1/owners/anna/holds");
        http.delete("/v1/owners/ben/holds/c");
        assertThat(http.get("/metrics").response().body())
                .contains(
                        "holdfast_waits_seconds_count 1",
                        "holdfast_releases_total 3.0",
                        "holdfast_hold_time_seconds_count 3");
        http.post("/v1/admin/clear", "{}");
        locks.holds().grant(LockRequest.of("f").owner(Owner.of("a program")).ttl(Duration.ofMillis(1)));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> locks.view("f").free());
        http.post("/v1/admin/sweep", "{}");
        assertThat(http.get("/metrics").response().body())
                .contains(
                        "holdfast_force_releases_total 2.0",
                        "holdfast_hold_time_seconds_count 5",
                        "holdfast_expiries_total 1.0",
                        "holdfast_store_seconds_count{call=\"sweep\"} 1");
    }

    @Test
    void health_saysWhetherTheStoreIsThere() throws Exception {
        assertThat(http.get("/health").text("status")).isEqualTo("up");
        assertThat(http.get("/health/live").status()).isEqualTo(200);
        assertThat(http.get("/health/ready").text("store")).startsWith("sqlite:");
    }
}
