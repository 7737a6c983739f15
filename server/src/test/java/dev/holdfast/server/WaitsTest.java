package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.check.LongTest;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that wait for a lock: many of them, and no thread for each. */
@Tag("safety")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitsTest {
    private static final int RESOURCES = 1_000;
    private static final int WAITERS = 2;
    /** Threads that make the tries, of the store's feeds, and of the client here. */
    private static final int MAX_MORE_THREADS = 64;

    private final LockManager locks = LockManager.open("memory:");
    private final HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    private final Http http = new Http(server.address());
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
        locks.close();
    }

    /** An answer on a connection that stays open. */
    private record Answer(int status, Map<String, ?> body) {
        String receipt() {
            return String.valueOf(((Map<?, ?>) ((List<?>) body.get("holds")).get(0)).get("receipt"));
        }
    }

    private Socket ask(String resource, String owner, String wait) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
        sockets.add(socket);
        socket.setSoTimeout(240_000);
        String body = Http.taking(resource, owner, ",\"wait\":\"" + wait + "\"");
        String request =
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static Answer answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        int status = Integer.parseInt(line(in).split(" ", 3)[1]);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).trim());
            }
        }
        return new Answer(status, Json.readObject(new String(in.readNBytes(length), StandardCharsets.UTF_8)));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The server has closed the connection after: " + line);
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private int waiting() {
        return locks.list("").stream().mapToInt(view -> view.queue().size()).sum();
    }

    private void awaitWaiting(int count) {
        await().atMost(Duration.ofMinutes(2)).until(() -> waiting() == count);
    }

    @Test
    void thousands_waitWithoutAThreadEach_andAllAreServed() throws Exception {
        List<String> held = new ArrayList<>();
        for (int i = 0; i < RESOURCES; i++) {
            held.add(http.take("r" + i, "holder"));
        }
        int before = Thread.getAllStackTraces().size();
        for (int waiter = 0; waiter < WAITERS; waiter++) {
            for (int i = 0; i < RESOURCES; i++) {
                ask("r" + i, "waiter" + waiter, "1h");
            }
        }
        awaitWaiting(WAITERS * RESOURCES);
        assertThat(Thread.getAllStackTraces().size()).isLessThan(before + MAX_MORE_THREADS);
        assertThat(http.post("/v1/holds/" + held.get(0) + "/heartbeat", "{}").status())
                .as("another caller is served")
                .isEqualTo(200);
        for (String receipt : held) {
            assertThat(http.delete("/v1/holds/" + receipt).status()).isEqualTo(204);
        }
        // The first waiter of a resource must let go before the second one is served.
        for (Socket socket : inTurn()) {
            Answer answer = answer(socket);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(http.delete("/v1/holds/" + answer.receipt()).status()).isEqualTo(204);
        }
        assertThat(locks.list("")).isEmpty();
    }

    /** Returns the connections of waiters in the order in which they are served: that in which they came to the queue. */
    private List<Socket> inTurn() {
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < RESOURCES; i++) {
            LockView view = locks.view("r" + i);
            boolean first = view.holders().get(0).hold().owner().id().equals("waiter0");
            all.add(sockets.get(first ? i : RESOURCES + i));
            all.add(sockets.get(first ? RESOURCES + i : i));
        }
        return all;
    }

    @Test
    void timeout_isTheAnswer_andLeavesNothing() throws Exception {
        http.take("r", "holder");
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            waiting.add(ask("r", "waiter" + i, "500ms"));
        }
        for (Socket socket : waiting) {
            assertThat(answer(socket).status()).isEqualTo(423);
        }
        assertThat(waiting()).isZero();
    }

    @Test
    void callersThatGoAway_leaveTheQueue() throws Exception {
        http.take("r", "holder");
        for (int i = 0; i < 60; i++) {
            ask("r", "waiter" + i, "1h");
        }
        awaitWaiting(60);
        for (Socket socket : sockets) {
            socket.close();
        }
        awaitWaiting(0);
        assertThat(locks.view("r").holders()).hasSize(1);
    }

    /** The caller goes, and the next moment the lock is its: no program knows of that hold. */
    @Test
    void callersThatGoAway_inTheMomentOfTheirGrant_leaveNothing() throws Exception {
        for (int i = 0; i < 30; i++) {
            String held = http.take("r", "holder");
            Socket waiter = ask("r", "waiter" + i, "1h");
            awaitWaiting(1);
            waiter.close();
            assertThat(http.delete("/v1/holds/" + held).status()).isEqualTo(204);
            await().atMost(Duration.ofMinutes(1)).until(() -> locks.list("").isEmpty());
        }
    }

    @Test
    @LongTest("opens 5,000 connections; WaitCounterTest covers the count in every check")
    void oneOwnerThatWaitsForAll_leavesPlacesToOthers() throws Exception {
        String held = http.take("r", "holder");
        http.take("s", "holder");
        for (int i = 0; i < 5_000; i++) {
            ask("s", "greedy", "1h");
        }
        int refused = answer(ask("r", "greedy", "1h")).status();
        assertThat(refused).isEqualTo(429);
        Socket other = ask("r", "other", "1h");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> locks.view("r").queue().size() == 1);
        assertThat(http.delete("/v1/holds/" + held).status()).isEqualTo(204);
        assertThat(answer(other).status()).isEqualTo(201);
    }

    @Test
    void serverThatIsClosed_endsTheWaits() throws Exception {
        http.take("r", "holder");
        for (int i = 0; i < 20; i++) {
            ask("r", "waiter" + i, "1h");
        }
        awaitWaiting(20);
        server.close();
        assertThat(waiting()).isZero();
    }
}
