package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.check.Extent;
import dev.holdfast.server.access.LimitOptions;
import dev.holdfast.server.access.SignInOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that are nearly HTTP: requests taken apart, put together wrongly, cut off. None is a mistake of the server. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RawHttpTest {
    private static final int SHAPES = Extent.of(400, 5_000);
    /** What the heap may have more at the end than when all caches had their fill. */
    private static final long MARGIN = 24L << 20;

    private static final List<String> METHODS =
            List.of("GET", "POST", "DELETE", "PUT", "get", "", "G\u0000T", "CONNECT", "TRACE");
    private static final List<String> TARGETS = List.of(
            "/health",
            "/v1/locks",
            "/v1/locks/a%2Fb",
            "/v1/holds/00000000000000000000000000000000.r/heartbeat",
            "*",
            "",
            "//",
            "/%",
            "/%ff",
            "http://elsewhere/",
            "/v1/locks?" + "a=b&".repeat(300),
            "/" + "x".repeat(5_000));
    private static final List<String> VERSIONS = List.of("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "", "http/1.1");
    private static final List<String> HEADERS = List.of(
            "Host: localhost",
            "Content-Type: application/json",
            "Content-Length: 2",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: chunked, identity",
            "Expect: 100-continue",
            "Connection: close",
            "Connection: Upgrade",
            "Upgrade: websocket",
            " folded: line",
            "no colon",
            ": no name",
            "Cookie: " + "c=d; ".repeat(200),
            "X: " + "y".repeat(9_000),
            "Last-Event-ID: \u0001",
            "Idempotency-Key: " + "k".repeat(300));
    private static final List<String> BODIES =
            List.of("", "{}", "{", "[[[[", "5\r\n{}\r\n0\r\n\r\n", "zz\r\n", "0\r\n\r\n", "{\"resources\":[\"a\"]}");

    private final Random random = new Random(20_26);

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String shape() {
        StringBuilder shape = new StringBuilder(any(METHODS))
                .append(' ')
                .append(any(TARGETS))
                .append(' ')
                .append(any(VERSIONS))
                .append(random.nextInt(10) == 0 ? "\n" : "\r\n");
        if (random.nextInt(4) > 0) {
            shape.append("Host: localhost\r\n");
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            shape.append(any(HEADERS)).append("\r\n");
        }
        shape.append("\r\n").append(any(BODIES));
        int cut = random.nextInt(3) == 0 ? random.nextInt(shape.length()) : shape.length();
        return shape.substring(0, cut);
    }

    @Test
    void shapes_thatAreNearlyHttp_areNoMistakeOfTheServer() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            send(server.address(), "");
            assertThat(locks.list(""))
                    .as("nothing was taken by what is no request")
                    .isEmpty();
        }
    }

    @Test
    void shapes_thatAreNearlyHttp_areNoMistakeOfAServerWithSignIn() throws Exception {
        LimitOptions limits = new LimitOptions(0, 0, 0, 30_000);
        try (Guarded server = new Guarded(
                ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).limits(limits))) {
            send(
                    server.address(),
                    "Authorization: Bearer " + server.token("anna", "editor").secret() + "\r\n");
            assertThat(server.locks().list("")).isEmpty();
        }
    }

    /** Sends shapes, half of them with that header. What they leave behind in memory does not grow with their number. */
    private void send(String address, String header) throws IOException, InterruptedException {
        int port = URI.create(address).getPort();
        int answered = 0;
        long early = 0;
        for (int i = 0; i < SHAPES; i++) {
            String shape = shape();
            int line = shape.indexOf("\r\n") + 2;
            String sent = i % 2 == 0 || line < 2 ? shape : shape.substring(0, line) + header + shape.substring(line);
            String answer = told(port, sent);
            assertThat(answer).as(sent).doesNotContainPattern("^HTTP/1\\.[01] 5(?!01|05)");
            answered += answer.startsWith("HTTP/") ? 1 : 0;
            early = i == SHAPES / 5 ? heap() : early;
        }
        assertThat(heap()).as("heap, %s before", early).isLessThan(early + MARGIN);
        assertThat(answered).isGreaterThan(SHAPES / 10);
        assertThat(new Http(address).get("/health").status()).isEqualTo(200);
    }

    private static long heap() {
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** A proxy in between may have used the other one. */
    @Test
    void headerThatDecides_twice_isRefused_howeverItIsSpelled() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            int port = URI.create(server.address()).getPort();
            String request = "GET /health HTTP/1.1\r\nHost: localhost\r\nAccept: a\r\naccept: b\r\n";
            assertThat(told(port, request + "\r\n", false))
                    .as("any other header")
                    .startsWith("HTTP/1.1 200");
            for (String name : List.of(
                    "Authorization",
                    "Content-Type",
                    "Holdfast-Try",
                    "Idempotency-Key",
                    "Origin",
                    "Sec-Fetch-Site",
                    "X-Holdfast-CSRF")) {
                String twice = name + ": 1\r\n" + name.toLowerCase(Locale.ROOT) + ": 1\r\n";
                assertThat(told(port, request + twice + "\r\n")).as(name).startsWith("HTTP/1.1 400");
            }
            assertThat(told(port, request + "hOST: localhost\r\n\r\n")).startsWith("HTTP/1.1 400");
        }
    }

    /** Returns the beginning of the answer. The end of the request is told, so that the server need not wait for more. */
    private static String told(int port, String shape) throws IOException {
        return told(port, shape, true);
    }

    /** @param ends whether the end of the request is told: a server owes a client that has ended no answer that takes time */
    private static String told(int port, String shape, boolean ends) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(shape.getBytes(StandardCharsets.ISO_8859_1));
            if (ends) {
                socket.shutdownOutput();
            }
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(16), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("No answer, and no end: " + shape, e);
        } catch (SocketException e) {
            return ""; // closed while it was being sent
        }
    }
}
