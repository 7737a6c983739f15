package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.check.Extent;
import dev.holdfast.check.Growth;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that are nearly HTTP: requests taken apart, put together wrongly, cut off. None is a mistake of the server. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RawHttpTest {
    private static final int SHAPES = Extent.of(400, 5_000);
    /** A handshake costs as much as several requests. */
    private static final int SHAPES_OVER_TLS = Extent.of(150, 2_500);

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
            send(Door.of(server), SHAPES, "");
            assertThat(new Http(server.address()).get("/health").status()).isEqualTo(200);
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
            String token = server.token("anna", "editor").secret();
            send(new Door(port(server.address()), null), SHAPES, "Authorization: Bearer " + token + "\r\n");
            assertThat(new Http(server.address()).get("/health").status()).isEqualTo(200);
            assertThat(server.locks().list("")).isEmpty();
        }
    }

    @Test
    void shapes_thatAreNearlyHttp_areNoMistakeOfAServerOverTls(@TempDir Path folder) throws Exception {
        TestKeys keys = TestKeys.order(folder, "own", "EC").made();
        LimitOptions limits = new LimitOptions(0, 0, 0, 30_000);
        try (Guarded server = new Guarded(ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .tls(keys.options())
                .limits(limits))) {
            String token = server.token("anna", "editor").secret();
            int port = port(server.address());
            send(new Door(port, keys.trusting()), SHAPES_OVER_TLS, "Authorization: Bearer " + token + "\r\n");
            Door plain = new Door(port, null);
            for (int i = 0; i < SHAPES_OVER_TLS; i++) {
                assertThat(plain.told(shape(), true)).as("what is no handshake").doesNotStartWith("HTTP/");
            }
            Http http = new Http(server.address()).as(token).trusting(keys.trusting());
            assertThat(http.get("/v1/session").status()).isEqualTo(200);
            assertThat(server.locks().list("")).isEmpty();
        }
    }

    private static int port(String address) {
        return URI.create(address).getPort();
    }

    /** Sends shapes, half of them with that header. What they leave behind in memory does not grow with their number. */
    private void send(Door door, int shapes, String header) throws IOException {
        int answered = 0;
        Growth growth = Growth.over(shapes);
        for (int i = 0; i < shapes; i++) {
            String shape = shape();
            int line = shape.indexOf("\r\n") + 2;
            String sent = i % 2 == 0 || line < 2 ? shape : shape.substring(0, line) + header + shape.substring(line);
            String answer = door.told(sent, true);
            assertThat(answer).as(sent).doesNotContainPattern("^HTTP/1\\.[01] 5(?!01|05)");
            answered += answer.startsWith("HTTP/") ? 1 : 0;
            growth.round();
        }
        growth.requireBounded();
        assertThat(answered).isGreaterThan(shapes / 10);
    }

    /** A proxy in between may have used the other one. */
    @Test
    void headerThatDecides_twice_isRefused_howeverItIsSpelled() throws Exception {
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
            Door door = Door.of(server);
            String request = "GET /health HTTP/1.1\r\nHost: localhost\r\nAccept: a\r\naccept: b\r\n";
            assertThat(door.told(request + "\r\n", false))
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
                assertThat(door.told(request + twice + "\r\n", true)).as(name).startsWith("HTTP/1.1 400");
            }
            assertThat(door.told(request + "hOST: localhost\r\n\r\n", true)).startsWith("HTTP/1.1 400");
        }
    }

    /**
     * The port of a server.
     *
     * @param trust for a handshake before each request; null for none
     */
    private record Door(int port, @Nullable SSLContext trust) {
        static Door of(HoldfastServer server) {
            return new Door(RawHttpTest.port(server.address()), null);
        }

        /**
         * Returns the beginning of the answer.
         *
         * @param ends whether the end of the request is told: then the server need not wait for more, and owes no answer that
         *     takes time
         */
        String told(String shape, boolean ends) throws IOException {
            try (Socket socket = connected()) {
                socket.getOutputStream().write(shape.getBytes(StandardCharsets.ISO_8859_1));
                if (ends) {
                    socket.shutdownOutput();
                }
                InputStream in = socket.getInputStream();
                return new String(in.readNBytes(16), StandardCharsets.ISO_8859_1);
            } catch (SocketTimeoutException e) {
                throw new AssertionError("No answer, and no end: " + shape, e);
            } catch (SocketException | SSLException e) {
                return ""; // closed while it was being sent
            }
        }

        private Socket connected() throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            return trust == null ? socket : trust.getSocketFactory().createSocket(socket, "localhost", port, true);
        }
    }
}
