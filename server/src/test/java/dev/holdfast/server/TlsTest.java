package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that proves who it is. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsTest {
    @TempDir
    private static Path folder;

    private static TestKeys rsa;

    @BeforeAll
    static void makeKeys() throws Exception {
        TestKeys.Order first = TestKeys.order(folder, "rsa", "RSA");
        TestKeys.Order second = TestKeys.order(folder, "other", "RSA");
        TestKeys.Order third = TestKeys.order(folder, "ec", "EC");
        rsa = first.made();
        second.made();
        third.made();
    }

    private static ServerOptions options(String certificate, String key) {
        return ServerOptions.DEFAULT
                .port(0)
                .signIn(SignInOptions.TOKENS)
                .tls(new TlsOptions(folder.resolve(certificate), folder.resolve(key)));
    }

    private static HttpClient trusting() throws Exception {
        return HttpClient.newBuilder().sslContext(rsa.trusting()).build();
    }

    @Test
    void server_withACertificate_isReachedByHttpsAlone() throws Exception {
        try (Guarded server = new Guarded(options("rsa.crt", "rsa.key"))) {
            assertThat(server.address()).startsWith("https://127.0.0.1:");
            HttpResponse<String> told = trusting()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.address() + "/v1/session"))
                                    .header(
                                            "Authorization",
                                            "Bearer "
                                                    + server.token("anna", "reader")
                                                            .secret())
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(told.statusCode()).isEqualTo(201);
            assertThat(told.headers().firstValue("Set-Cookie").orElse(""))
                    .startsWith("__Host-holdfast=")
                    .contains("; Path=/")
                    .doesNotContain("Domain")
                    .endsWith("; Secure");
            assertThat(told.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
            String cookie = told.headers().firstValue("Set-Cookie").orElse("").split(";", -1)[0];
            assertThat(looked(trusting(), server, cookie)).isEqualTo(200);
            assertThat(looked(trusting(), server, cookie.replace("__Host-", "")))
                    .as("a sibling site could have set that one")
                    .isEqualTo(401);
            String plain = server.address().replace("https", "http") + "/health";
            assertThatThrownBy(() -> HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(URI.create(plain)).build(), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    private static int looked(HttpClient client, Guarded server, String cookie) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/locks"))
                                .header("Cookie", cookie)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void files_thatCannotBeUsed_areSaidInOneSentence() throws Exception {
        Files.writeString(folder.resolve("text"), "nothing of the kind");
        requireRefused("rsa.crt", "missing", "The key for TLS cannot be read at ");
        requireRefused("missing", "rsa.key", "The certificate for TLS cannot be read at ");
        requireRefused("text", "rsa.key", "cannot be read");
        requireRefused("rsa.crt", "text", "cannot be read");
        requireRefused("rsa.key", "rsa.crt", "cannot be read");
        requireRefused("rsa.crt", "other.key", "does not belong to the certificate");
        requireRefused("rsa.crt", "ec.key", "");
        new Guarded(options("ec.crt", "ec.key")).close();
    }

    private static void requireRefused(String certificate, String key, String sentence) {
        assertThatThrownBy(() -> new Guarded(options(certificate, key)).close())
                .isInstanceOf(ServerException.class)
                .hasMessageContaining(sentence)
                .hasMessageEndingWith(".");
    }

    /** Vert.x itself tells of a connection only after the handshake, which a hostile client never ends. */
    @Test
    void connections_countBeforeTheHandshake() throws Exception {
        LimitOptions limits = new LimitOptions(0, 0, 0, 1_000, 3, Quotas.DEFAULT);
        List<Socket> sockets = new ArrayList<>();
        try (Guarded server = new Guarded(options("rsa.crt", "rsa.key").limits(limits))) {
            int port = URI.create(server.address()).getPort();
            for (int i = 0; i < 3; i++) {
                sockets.add(silent(port));
            }
            Socket late = silent(port);
            sockets.add(late);
            assertThat(untilClosed(late)).as("a fourth one of the address").isEmpty();
            Socket dribbling = sockets.get(2);
            dribble(dribbling);
            for (Socket socket : sockets) {
                untilClosed(socket);
            }
            HttpClient client = trusting();
            await().atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> looked(client, server, "none") == 401);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static Socket silent(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(120_000);
        return socket;
    }

    /** Sends the begin of a handshake, one byte after the other, without an end. */
    private static void dribble(Socket socket) {
        Thread drops = new Thread(() -> {
            try {
                socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0});
                for (int i = 0; i < 600; i++) {
                    socket.getOutputStream().write(1);
                    Thread.sleep(200);
                }
            } catch (IOException | InterruptedException e) {
                return; // closed, as it must be
            }
        });
        drops.setDaemon(true);
        drops.start();
    }

    /** Returns what comes until the server closes the connection. Fails if it does not. */
    private static String untilClosed(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException e) {
            return "";
        }
    }
}
