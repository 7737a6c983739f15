package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That nobody gets more of a server than is good for the others. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitTest {
    /** More calls than are ever refilled meanwhile. */
    private static final int MANY = 1_000;

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private static Guarded limited(LimitOptions limits) {
        return new Guarded(
                ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).limits(limits));
    }

    /** Returns the first answer that is not 200. Calls that take long are refilled meanwhile, and do not count. */
    private static Told firstRefusal(Http http) throws Exception {
        for (int i = 0; i < MANY; i++) {
            Told told = http.get("/v1/locks");
            if (told.status() != 200) {
                return told;
            }
        }
        throw new AssertionError("All were answered.");
    }

    @Test
    void client_thatAsksTooOften_isToldWhenToComeAgain() throws Exception {
        try (Guarded server = limited(new LimitOptions(1, 5, 0, 100))) {
            Http anna = server.http().as(server.token("anna", "reader").secret());
            Told refused = firstRefusal(anna);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 2);
            assertThat(refused.text("detail")).contains("requests per second (1)");
            assertThat(server.http().get("/health").status()).as("not counted").isEqualTo(200);
            Http ben = server.http().as(server.token("ben", "reader").secret());
            assertThat(ben.get("/v1/locks").status())
                    .as("another has a limit of its own")
                    .isEqualTo(200);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> anna.get("/v1/locks").status() == 200);
        }
    }

    @Test
    void guesses_areCountedByTheAddressTheyComeFrom() throws Exception {
        try (Guarded server = limited(new LimitOptions(1, 5, 0, 100))) {
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < MANY && !answers.contains(429); i++) {
                answers.add(server.http().as("hf_guess" + i).get("/v1/locks").status());
            }
            assertThat(answers).startsWith(401, 401, 401, 401).contains(429);
        }
    }

    @Test
    void cookies_withoutWhatOnlyOwnPagesKnow_areCountedByAddress() throws Exception {
        try (Guarded server = limited(new LimitOptions(1, 5, 0, 100))) {
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < MANY && !answers.contains(429); i++) {
                answers.add(server.http()
                        .send(server.http().posting("/v1/locks", "{}").header("Cookie", "holdfast=guess" + i))
                        .status());
            }
            assertThat(answers).startsWith(403, 403, 403, 403).contains(429);
        }
    }

    @Test
    void jwts_whoseIssuerIsAway_areCountedByAddress() throws Exception {
        Issuer issuer = new Issuer();
        issuer.close();
        ServerOptions options = ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS.jwt(issuer.options()));
        try (Guarded server = new Guarded(options.limits(new LimitOptions(1, 5, 0, 100)))) {
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < MANY && !answers.contains(429); i++) {
                answers.add(server.http().as("a.b." + i).get("/v1/locks").status());
            }
            assertThat(answers).startsWith(503, 503, 503, 503).contains(429);
        }
    }

    @Test
    void manyWhoAreLetIn_mayShareAnAddress() throws Exception {
        try (Guarded server = limited(new LimitOptions(1, 5, 0, 100))) {
            for (int i = 0; i < 20; i++) {
                Http each = server.http().as(server.token("user" + i, "reader").secret());
                assertThat(each.get("/v1/locks").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void withoutSignIn_thereIsNoLimitUnlessOneIsSet() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            try (HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0))) {
                Http http = new Http(server.address());
                for (int i = 0; i < 600; i++) {
                    assertThat(http.get("/v1/locks").status()).isEqualTo(200);
                }
            }
            ServerOptions limited = ServerOptions.DEFAULT.port(0).limits(new LimitOptions(1, 3, 0, 100));
            try (HoldfastServer server = HoldfastServer.start(locks, limited)) {
                assertThat(firstRefusal(new Http(server.address())).status()).isEqualTo(429);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void eventStreams_ofOneClient_areFew(HttpClient.Version version) throws Exception {
        try (Guarded server = limited(new LimitOptions(100, 500, 2, 100))) {
            String secret = server.token("anna", "reader").secret();
            List<HttpResponse<InputStream>> open = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                HttpResponse<InputStream> stream = stream(server, secret, version);
                assertThat(stream.statusCode()).isEqualTo(200);
                open.add(stream);
            }
            Told refused = server.http().as(secret).get("/v1/events");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.text("detail")).contains("2 event streams");
            assertThat(stream(server, server.token("ben", "reader").secret(), version)
                            .statusCode())
                    .isEqualTo(200);
            open.get(0).body().close();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                HttpResponse<InputStream> again = stream(server, secret, version);
                again.body().close();
                return again.statusCode() == 200;
            });
        }
    }

    private static HttpResponse<InputStream> stream(Guarded server, String secret, HttpClient.Version version)
            throws Exception {
        return HttpClient.newBuilder()
                .version(version)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/events"))
                                .header("Authorization", "Bearer " + secret)
                                .build(),
                        BodyHandlers.ofInputStream());
    }

    /** Those that came first are served on, however many come after them. */
    @Test
    void connections_areOnlySoMany() throws Exception {
        try (Guarded server = limited(new LimitOptions(0, 0, 0, 3))) {
            int port = URI.create(server.address()).getPort();
            List<Socket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                    sockets.add(socket);
                    assertThat(health(socket)).isEqualTo("HTTP/1.1 200");
                }
                for (int i = 0; i < 5; i++) {
                    try (Socket late = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        assertThat(health(late)).isEqualTo("HTTP/1.1 503");
                    }
                }
                assertThat(server.http().get("/health").status()).isEqualTo(503);
                for (Socket socket : sockets) {
                    assertThat(health(socket)).isEqualTo("HTTP/1.1 200");
                }
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> server.http().get("/health").status() == 200);
        }
    }

    /** Asks on that connection. Returns the begin of the answer, and reads what there is of the rest. */
    private static String health(Socket socket) throws Exception {
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).isTrue();
        in.readNBytes(Integer.parseInt(length.group(1)));
        return head.substring(0, 12);
    }
}
