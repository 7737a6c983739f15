package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Subscription;
import dev.holdfast.testkit.LogLines;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream whose first connections bring an event that the client cannot read. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventFeedTest {
    private static final int BAD = 3;
    private static final String GOOD = "{'resource':'b','asOf':'2026-01-01T00:00:00Z'}";

    private final AtomicInteger calls = new AtomicInteger();
    private volatile String bad = "";
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/events", exchange -> {
            String lock = calls.incrementAndGet() <= BAD ? bad : GOOD;
            String stream = "event: snapshot\ndata: {}\n\nevent: lock\ndata: " + lock.replace('\'', '"')
                    + "\n\nevent: ready\ndata: {}\n\n";
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(stream.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oops | not from a Holdfast server",
                "{'resource':'a'} | not from a Holdfast server",
                "{'resource':'a','asOf':'2026-01-01T00:00:00Z','holders':[{'mode':'exclusive','state':'live',"
                        + "'name':''}]} | An event of the server cannot be read"
            })
    void event_thatCannotBeRead_isLoggedOnce_andTheFeedGoesOn(String event, String sentence) {
        bad = event;
        List<LockView> seen = new CopyOnWriteArrayList<>();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        try (LogLines log = LogLines.open();
                LockManager client = LockManager.open(address);
                Subscription listening = client.listen("", seen::add)) {
            assertThat(listening).isNotNull();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> seen.stream().anyMatch(view -> view.resource().equals("b")));
            assertThat(log.about(sentence)).hasSize(1);
        }
    }
}
