package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections count from the moment they are accepted, and must ask for something soon. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionsTest {
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static Guarded limited(int connections, int perAddress) {
        return new Guarded(ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .limits(new LimitOptions(0, 0, 0, connections, perAddress, Quotas.DEFAULT)));
    }

    private Socket connect(Guarded server, String text) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
        sockets.add(socket);
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Returns what comes until the server closes the connection. */
    private static String untilClosed(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException e) {
            return "";
        }
    }

    @Test
    void connections_thatAskForNothing_areCounted() throws Exception {
        try (Guarded server = limited(3, 1_000)) {
            for (int i = 0; i < 4; i++) {
                connect(server, "");
            }
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> server.http().get("/health").status() == 503);
        }
    }

    @Test
    void connections_withoutARequest_areClosed() throws Exception {
        try (Guarded server = limited(1_000, 1_000)) {
            Socket silent = connect(server, "");
            Socket partial = connect(server, "GET /health HTTP/1.1\r\nHost: localh");
            Socket dribbling = connect(server, "GET /health HTTP/1.1\r\n");
            Thread drops = new Thread(() -> {
                try {
                    for (int i = 0; i < 600; i++) {
                        dribbling.getOutputStream().write("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
                        Thread.sleep(200);
                    }
                } catch (IOException | InterruptedException e) {
                    return; // closed, as it must be
                }
            });
            drops.setDaemon(true);
            drops.start();
            assertThat(untilClosed(silent)).isEmpty();
            assertThat(untilClosed(partial)).doesNotContain("200 OK");
            assertThat(untilClosed(dribbling)).doesNotContain("200 OK");
            assertThat(server.http().get("/health").status()).isEqualTo(200);
        }
    }

    @Test
    void connections_thatGoOnSendingAfterARefusal_areClosed() throws Exception {
        try (Guarded server = limited(1_000, 1_000)) {
            String token = server.token("anna", "editor").secret();
            Socket sending = connect(
                    server,
                    String.join(
                            "\r\n",
                            "POST /v1/locks HTTP/1.1",
                            "Host: localhost",
                            "Authorization: Bearer " + token,
                            "Content-Type: application/json",
                            "Content-Length: 9000000",
                            "",
                            "{"));
            sending.setSoTimeout(60_000); // a connection without a request is closed after twice that time
            assertThat(untilClosed(sending)).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void connections_ofOneAddress_areOnlySoMany() throws Exception {
        try (Guarded server = limited(1_000, 3)) {
            for (int i = 0; i < 3; i++) {
                connect(server, "");
            }
            assertThat(untilClosed(connect(server, ""))).isEmpty();
        }
    }

    /** More than 128 requests ahead of their answers made a part for WebSockets fail, which nothing here needs. */
    @Test
    void requests_aheadOfTheirAnswers_areAllAnswered() throws Exception {
        try (Guarded server = limited(1_000, 1_000)) {
            String request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
            String last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            Socket socket = connect(server, request.repeat(299) + last);
            assertThat(untilClosed(socket).split("HTTP/1.1 200 OK", -1)).hasSize(301);
        }
    }

    @Test
    void http2_withoutTls_isNotSpoken() throws Exception {
        try (Guarded server = limited(1_000, 1_000)) {
            Socket prior = connect(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            assertThat(new String(prior.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .as("refused in the text of HTTP/1, not by frames")
                    .matches("(HTTP/\\d\\.\\d [45]\\d\\d)?");
            Socket upgrade = connect(
                    server,
                    String.join(
                            "\r\n",
                            "GET /health HTTP/1.1",
                            "Host: localhost",
                            "Connection: Upgrade, HTTP2-Settings, close",
                            "Upgrade: h2c",
                            "HTTP2-Settings: AAMAAABkAAQAAP__",
                            "",
                            ""));
            assertThat(new String(upgrade.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }
}
