package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What those are told who listen. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventsTest {
    @TempDir
    private Path folder;

    private LockManager locks;
    private HoldfastServer server;

    @BeforeEach
    void start() {
        locks = LockManager.open("sqlite:" + folder.resolve("locks.db"));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    }

    @AfterEach
    void stop() {
        server.close();
        locks.close();
    }

    /** An open stream of events. */
    private static final class Stream implements AutoCloseable {
        private final HttpURLConnection connection;
        private final BufferedReader reader;
        private String lastId = "";
        private int told;

        Stream(String address, @Nullable String after) throws IOException {
            connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
            connection.setReadTimeout(60_000);
            if (after != null) {
                connection.setRequestProperty("Last-Event-ID", after);
            }
            reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        }

        /** The next one: its name and data. */
        String next() throws IOException {
            StringBuilder event = new StringBuilder();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isEmpty() && event.length() > 0) {
                    return event.toString();
                } else if (line.startsWith("id: ")) {
                    lastId = line.substring("id: ".length());
                } else if (line.startsWith("event: ")) {
                    event.append(line.substring("event: ".length()));
                } else if (line.startsWith("data: ")) {
                    event.append(' ').append(line.substring("data: ".length()));
                }
            }
            return "end";
        }

        List<String> until(String name) throws IOException {
            List<String> events = new ArrayList<>();
            do {
                events.add(next());
            } while (!events.get(events.size() - 1).startsWith(name)
                    && !events.get(events.size() - 1).equals("end"));
            return events;
        }

        void skipTo(String text) throws IOException {
            String event = next();
            while (!event.contains(text)) {
                assertThat(event).as("before %s", text).isNotEqualTo("end");
                event = next();
            }
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }

    private Stream stream(String query, @Nullable String after) throws IOException {
        return new Stream(server.address() + "/v1/events" + query, after);
    }

    @Test
    void listener_getsASnapshotThenEveryChangeButNoHeartbeat() throws Exception {
        LockHandle held = locks.acquire("a");
        try (Stream earlier = stream("", null)) {
            assertThat(earlier.until("lock")).last().asString().contains("\"resource\":\"a\"");
        }
        try (Stream stream = stream("", null)) {
            List<String> first = stream.until("ready");
            assertThat(first).hasSize(3);
            assertThat(first.get(0)).startsWith("snapshot");
            assertThat(first.get(1)).startsWith("lock {\"resource\":\"a\",\"free\":false");

            held.heartbeat();
            LockHandle other = locks.acquire("b");
            assertThat(stream.next()).startsWith("lock {\"resource\":\"b\",\"free\":false");
            other.close();
            assertThat(stream.next()).startsWith("lock {\"resource\":\"b\",\"free\":true");
            held.close();
            assertThat(stream.next()).startsWith("lock {\"resource\":\"a\",\"free\":true");
        }
    }

    @Test
    void listener_ofAPrefix_isToldOfNothingElse() throws Exception {
        try (Stream stream = stream("?prefix=x%2F", null)) {
            stream.until("ready");
            locks.acquire("y/1");
            locks.acquire("x/1");
            assertThat(stream.next()).contains("\"resource\":\"x/1\"");
        }
    }

    @Test
    void listener_thatComesAgain_getsWhatItMissed() throws Exception {
        String last;
        try (Stream stream = stream("", null)) {
            stream.until("ready");
            locks.acquire("a");
            stream.next();
            last = stream.lastId;
        }
        try (Stream watcher = stream("", null)) {
            watcher.until("ready");
            LockHandle other = locks.acquire("b");
            assertThat(watcher.next()).contains("\"b\"", "\"free\":false");
            other.close();
            assertThat(watcher.next()).contains("\"b\"", "\"free\":true");
        }
        try (Stream stream = stream("", last)) {
            assertThat(stream.until("ready"))
                    .satisfiesExactly(
                            how -> assertThat(how).startsWith("resumed"),
                            taken -> assertThat(taken).contains("\"b\"", "\"free\":false"),
                            free -> assertThat(free).contains("\"b\"", "\"free\":true"),
                            ready -> assertThat(ready).startsWith("ready"));
        }
        try (Stream stream = stream("", "another-server-7")) {
            assertThat(stream.next()).startsWith("snapshot");
        }
    }

    @Test
    void change_madeByAnotherServer_isToldHereToo() throws Exception {
        try (LockManager others = LockManager.open("sqlite:" + folder.resolve("locks.db"));
                HoldfastServer second = HoldfastServer.start(others, ServerOptions.DEFAULT.port(0));
                Stream stream = stream("", null)) {
            stream.until("ready");
            new Http(second.address()).take("r", "anna");
            assertThat(stream.next()).contains("\"resource\":\"r\"", "\"owner\":\"anna\"");
        }
    }

    @Test
    void server_thatEnds_tellsToComeAgain() throws Exception {
        try (Stream stream = stream("", null)) {
            stream.until("ready");
            server.close();
            assertThat(stream.until("reconnect")).last().asString().startsWith("reconnect");
        }
    }

    /** What it does not take must not be kept for it: the server would end without memory. */
    @Test
    void listener_thatDoesNotRead_isDropped_andOthersAreServed() throws Exception {
        URI address = URI.create(server.address());
        try (Socket silent = new Socket();
                Stream reader = stream("", null)) {
            silent.setReceiveBufferSize(4_096);
            silent.connect(new InetSocketAddress(address.getHost(), address.getPort()));
            silent.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            reader.until("ready");
            await().atMost(Duration.ofMinutes(1)).until(() -> streams() == 2);
            // Few enough for the one that reads, which is never far behind.
            List<String> some = names("r").subList(0, 20);
            for (int i = 0; streams() == 2; i++) {
                assertThat(i).as("more than any connection buffers").isLessThan(1_000);
                locks.acquire(LockRequest.of(some).note("n".repeat(1_000))).close();
                LockHandle last = locks.acquire("last/" + i);
                reader.skipTo("\"last/" + i + "\"");
                last.close();
            }
            assertThat(streams()).isOne();
            locks.acquire("later");
            reader.skipTo("\"later\"");
        }
    }

    private int streams() throws Exception {
        return new Http(server.address())
                .get("/metrics")
                .response()
                .body()
                .lines()
                .filter(line -> line.startsWith("holdfast_listeners "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(String prefix) {
        return IntStream.range(0, 100).mapToObj(i -> prefix + "-" + i).toList();
    }

    /**
     * A stream that breaks within its snapshot must not be resumed: the client has a part of the list, and perhaps an id from
     * before, of this server or another one.
     */
    @Test
    void snapshot_hasNoIdThatCouldBeResumed_untilItIsWhole() throws Exception {
        for (int i = 0; i < 6; i++) {
            locks.acquire(LockRequest.of(names("r" + i)).note("n".repeat(1_000)));
        }
        try (Stream stream = stream("", "an-id-from-before")) {
            stream.lastId = "an-id-from-before";
            assertThat(stream.next()).startsWith("snapshot");
            assertThat(stream.lastId).isEmpty();
            // If the snapshot is not sent yet, these are told before it is ready.
            locks.acquire(LockRequest.of(names("more")));
            for (String event = stream.next(); !event.startsWith("ready"); event = stream.next()) {
                assertThat(event).startsWith("lock");
                assertThat(stream.lastId).isEmpty();
                stream.told++;
            }
            assertThat(stream.told).isGreaterThanOrEqualTo(600);
            assertThat(stream.lastId).isNotEmpty();
        }
    }
}
