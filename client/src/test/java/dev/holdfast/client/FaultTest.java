package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Acquisition;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.NotPermittedException;
import dev.holdfast.Requests.Asked;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.engines.Wire;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.testkit.LogLines;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls while the connection to the server breaks, or another program answers. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultTest {
    private final LockManager locks = LockManager.open("memory:");
    private final HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private final Wire wire = Wire.to(URI.create(server.address()).getPort());
    private final LockManager client =
            HoldfastClient.open("http://127.0.0.1:" + wire.port(), () -> null, ManagerOptions.DEFAULT);

    @AfterEach
    void stop() {
        wire.heal();
        client.close();
        wire.close();
        server.close();
        locks.close();
    }

    @Test
    void answerLost_ofAGrant_isFoundAgain() throws Exception {
        assertThat(client.admin().policy("a")).isNotNull();
        wire.loseAnswers();
        CompletableFuture<LockHandle> asking = CompletableFuture.supplyAsync(() -> client.acquire("a"));
        await().atMost(Duration.ofMinutes(1)).until(() -> wire.lostAnswers() > 0);
        wire.cut();
        wire.heal();
        LockHandle handle = asking.get();
        assertThat(handle.isHeld()).isTrue();
        assertThat(locks.view("a").holders()).hasSize(1);
        assertThat(locks.admin().history(HistoryQuery.NEWEST)).hasSize(1);
        handle.close();
        assertThat(locks.view("a").free()).isTrue();
    }

    /** The server refuses earlier tries of a request; a later call under the same receipt is none. */
    @Test
    void receipt_ofARequestThatWasSentTwice_canBeUsedAgain() throws Exception {
        LockRequest shared = LockRequest.of("a").mode(Mode.SHARED).owner(client.newOwner());
        LockHandle handle = whenTheFirstAnswerIsLost(() -> client.tryAcquire(shared))
                .handle()
                .orElseThrow();
        assertThat(handle.tryUpgrade()).isEmpty();
        LockRequest wanted = LockRequest.of("a").owner(client.newOwner());
        Asked asked = client.holds().requests().ask(wanted, "");
        LockRequest again = wanted.receipt(asked.receipt());
        assertThat(whenTheFirstAnswerIsLost(() -> client.tryAcquire(again)).granted())
                .isFalse();
        handle.answer(asked.requests().get(0), Reply.now());
        assertThat(handle.isHeld()).isFalse();
        assertThat(client.tryAcquire(again.timeout(Duration.ofMinutes(1))).granted())
                .isTrue();
    }

    private Acquisition whenTheFirstAnswerIsLost(Callable<Acquisition> call) throws Exception {
        assertThat(client.admin().policy("a")).isNotNull();
        int before = wire.lostAnswers();
        wire.loseAnswers();
        CompletableFuture<Acquisition> asking = CompletableFuture.supplyAsync(() -> {
            try {
                return call.call();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> wire.lostAnswers() > before);
        wire.cut();
        wire.heal();
        return asking.get();
    }

    /** A proxy or a slow network may deliver a request after its client has sent it again, and has released the lock. */
    @Test
    void request_thatArrivesLate_acquiresNothing() {
        assertThat(client.admin().policy("a")).isNotNull();
        wire.keepRequests();
        CompletableFuture<LockHandle> asking = CompletableFuture.supplyAsync(() -> client.acquire("a"));
        await().atMost(Duration.ofMinutes(1)).until(() -> wire.kept() > 0);
        wire.cut();
        wire.heal();
        asking.join().close();
        int before = wire.lostAnswers();
        assertThat(wire.deliverLate()).isPositive();
        await().atMost(Duration.ofMinutes(1)).until(() -> wire.lostAnswers() > before);
        assertThat(locks.view("a").free()).isTrue();
    }

    @Test
    void stream_thatBreaks_tellsWhatWasMissed() throws Exception {
        locks.acquire("a");
        List<LockView> seen = Collections.synchronizedList(new ArrayList<>());
        try (LogLines log = LogLines.open();
                Subscription listening = client.listen("", seen::add)) {
            assertThat(listening).isNotNull();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> seen.stream().anyMatch(view -> view.resource().equals("a")));
            wire.cut();
            locks.admin().forceRelease("a", "Ada", "gone");
            locks.acquire("b");
            wire.heal();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> seen.stream().anyMatch(view -> view.resource().equals("b")));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> seen.stream().anyMatch(view -> view.resource().equals("a") && view.free()));
            assertThat(log.about("The change feed of http://127.0.0.1:" + wire.port()))
                    .hasSize(2)
                    .satisfies(lines -> assertThat(lines.get(1)).startsWith("INFO"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 504})
    void answerLostByAProxy_isAskedForAgain(int ofAProxy) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        String address = stranger(() -> calls.incrementAndGet() == 1 ? ofAProxy : 200, "{\"locks\":[],\"more\":false}");
        try (LockManager other = LockManager.open(address)) {
            assertThat(other.list("")).isEmpty();
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void nobodyThere_isSaidAtOnce() {
        try (LockManager nobody = LockManager.open("http://127.0.0.1:1")) {
            assertThatThrownBy(() -> nobody.acquire("a"))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessage(
                            "The server at http://127.0.0.1:1 cannot be reached: start it with holdfast serve, or check"
                                    + " the address.");
            assertThatThrownBy(() -> nobody.listen("", view -> {})).isInstanceOf(StoreUnreachableException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, '<html>hello</html>', 'not from a Holdfast server'",
        "200, '{\"locks\":3,\"more\":false}', 'not from a Holdfast server'",
        "200, '{}', 'not from a Holdfast server'",
        "500, 'oops', 'failed: it answered 500'",
        "502, '<html>bad gateway</html>', 'failed: it answered 502'"
    })
    void somebodyElse_whoAnswers_isNotTrusted(int status, String body, String sentence) throws Exception {
        try (LockManager other = LockManager.open(stranger(status, body))) {
            assertThatThrownBy(() -> other.list(""))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining(sentence);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusal_forWantOfRights_isTyped(int status) throws Exception {
        String problem = "{\"detail\":\"Not you.\"}";
        try (LockManager other = LockManager.open(stranger(status, problem))) {
            assertThatThrownBy(() -> other.list(""))
                    .isInstanceOf(NotPermittedException.class)
                    .hasMessageStartingWith("Not you.");
        }
    }

    @Test
    void outage_ofTheServer_isLoggedWithItsEnd() throws Exception {
        AtomicInteger status = new AtomicInteger(500);
        String address = stranger(status::get, "{\"locks\":[],\"more\":false}");
        try (LogLines log = LogLines.open();
                LockManager other = LockManager.open(address)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> other.list("")).isInstanceOf(StoreUnreachableException.class);
            }
            status.set(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                other.list("");
                return log.about(address).size() > 1;
            });
            assertThat(log.about(address)).hasSize(2);
            assertThat(log.about(address).get(0))
                    .startsWith("WARNING The server at " + address + " fails: The server at " + address + " failed");
            assertThat(log.about(address).get(1))
                    .startsWith("INFO The server at " + address + " works again after ")
                    .endsWith("Failed calls: 3.");
        }
    }

    private static String stranger(int status, String body) throws Exception {
        return stranger(() -> status, body);
    }

    /** A server that answers everything alike; ends with this process. */
    private static String stranger(IntSupplier status, String body) throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status.getAsInt(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        other.start();
        return "http://127.0.0.1:" + other.getAddress().getPort();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http:", "http://", "http://a b", "http://user:secret@host", "https://host?token=secret"})
    void addresses_thatCannotBe_areRefusedWithoutShowingThem(String address) {
        assertThatThrownBy(() -> LockManager.open(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("server")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }
}
