package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.server.Http.Told;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tries of one request that arrive in another order than they were sent. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateTriesTest {
    private final LockManager locks = LockManager.open("memory:");
    private final HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private final Http http = new Http(server.address());
    private final String receipt = Receipt.create("a").text();

    @AfterEach
    void stop() {
        server.close();
        locks.close();
    }

    private Told acquire(String number, String more) {
        String body = Http.taking("a", "anna", ",\"receipt\":\"" + receipt + "\"" + more);
        try {
            return http.send(http.posting("/v1/locks", body).header("Holdfast-Try", number));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("A try that arrives after a later one acquires nothing; the later one may be repeated")
    void late_acquiresNothing() throws Exception {
        assertThat(acquire("2", "").status()).isEqualTo(201);
        assertThat(acquire("1", "").status()).isEqualTo(409);
        assertThat(acquire("2", "").status()).as("the same again").isEqualTo(201);
        assertThat(http.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
        assertThat(acquire("1", "").status()).as("after the release").isEqualTo(409);
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @DisplayName("A later try ends an earlier one that waits")
    void waiting_isEndedByALaterTry() {
        LockHandle held = locks.acquire("a");
        CompletableFuture<Told> first = CompletableFuture.supplyAsync(() -> acquire("1", ",\"wait\":\"10m\""));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> locks.view("a").queue().size() == 1);
        assertThat(acquire("2", "").status()).isEqualTo(423);
        assertThat(first.join().status()).isEqualTo(409);
        assertThat(locks.view("a").queue()).isEmpty();
        held.close();
        assertThat(locks.view("a").free()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?busy=skip"})
    @DisplayName("A release ends a try that waits, which acquires nothing afterwards")
    void waiting_isEndedByItsRelease(String how) throws Exception {
        LockHandle held = locks.acquire("a");
        CompletableFuture<Told> waiting = CompletableFuture.supplyAsync(() -> acquire("1", ",\"wait\":\"10m\""));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> locks.view("a").queue().size() == 1);
        assertThat(http.post("/v1/releases" + how, "{\"receipts\":[\"" + receipt + "\"]}")
                        .status())
                .isEqualTo(200);
        assertThat(locks.view("a").queue()).isEmpty();
        held.close();
        assertThat(waiting.join().status()).isEqualTo(409);
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    @DisplayName("A number that cannot be is refused")
    void number_thatCannotBe_isRefused() {
        assertThat(acquire("0", "").status()).isEqualTo(422);
        assertThat(acquire("12345", "").status()).isEqualTo(422);
        assertThat(acquire("two", "").status()).isEqualTo(422);
    }
}
