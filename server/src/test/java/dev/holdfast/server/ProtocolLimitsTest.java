package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of other tools are limited and recorded as all others. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProtocolLimitsTest {
    @TempDir
    Path folder;

    private static ServerOptions options() {
        Settings settings = new Settings("serve.protocols.echo", Map.of(), Path.of(""), file -> path -> List.of());
        return ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).protocols(Map.of("echo", settings));
    }

    private static Told lock(Guarded server, String user, String secret, String resource) throws Exception {
        String both = Base64.getEncoder().encodeToString((user + ":" + secret).getBytes(StandardCharsets.UTF_8));
        Http http = server.http();
        return http.send(http.request("/echo/" + resource)
                .header("Authorization", "Basic " + both)
                .method("LOCK", BodyPublishers.noBody()));
    }

    @Test
    void locksAndDenials_areInTheAuditLog_withoutTheToken() throws Exception {
        Path log = folder.resolve("audit.jsonl");
        String secret;
        try (Guarded server = new Guarded(options().audit(AuditOptions.of(log)))) {
            secret = server.token("ann", "editor:mine/").secret();
            assertThat(lock(server, "ann", secret, "mine%2Fr").status()).isEqualTo(200);
            assertThat(lock(server, "ann", secret, "other").status()).isEqualTo(403);
            assertThat(lock(server, "bob", secret, "other").status()).isEqualTo(401);
        }
        String text = Files.readString(log);
        assertThat(text.lines().filter(line -> line.contains("\"what\":\"acquire\"")))
                .singleElement()
                .asString()
                .contains("\"user\":\"ann\"", "\"resource\":\"mine/r\"", "LOCK /echo/");
        assertThat(text.lines().filter(line -> line.contains("\"what\":\"denied\"")))
                .hasSize(2);
        assertThat(text).doesNotContain(secret, secret.substring(5));
    }

    @Test
    void quotaOfLocks_counts() throws Exception {
        Quota two = new Quota(1, 2, 1, 1_000, 1, 1, 1, 1);
        LimitOptions limits = LimitOptions.SIGNED_IN.quotas(new Quotas(two, two, two));
        try (Guarded server = new Guarded(options().limits(limits))) {
            String secret = server.token("ann", "editor").secret();
            assertThat(lock(server, "ann", secret, "a").status()).isEqualTo(200);
            assertThat(lock(server, "ann", secret, "b").status()).isEqualTo(200);
            Told told = lock(server, "ann", secret, "c");
            assertThat(told.status()).isEqualTo(429);
            assertThat(told.text("sorry")).startsWith("You may have at most 2 locks.");
        }
    }

    @Test
    void attempts_areLimitedByAddress() throws Exception {
        LimitOptions few = new LimitOptions(1, 5, 10, 100);
        try (Guarded server = new Guarded(options().limits(few))) {
            int status = 0;
            for (int i = 0; i < 20 && status != 429; i++) {
                status = lock(server, "ann", "hf_0000000000000000000000000000000000000000000", "a")
                        .status();
            }
            assertThat(status).isEqualTo(429);
        }
    }

    @Test
    @DisplayName("A body of single bytes does not keep a thread of its user for ever")
    void bodyThatOnlyDrips_isEnded() throws Exception {
        try (Guarded server = new Guarded(options())) {
            String secret = server.token("ann", "editor").secret();
            String both = Base64.getEncoder().encodeToString(("ann:" + secret).getBytes(StandardCharsets.UTF_8));
            try (Socket client = new Socket(
                    InetAddress.getLoopbackAddress(),
                    URI.create(server.address()).getPort())) {
                OutputStream out = client.getOutputStream();
                out.write(("PUT /echo/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + both
                                + "\r\nContent-Length: 1000\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                InputStream in = client.getInputStream();
                client.setSoTimeout(1_000);
                int dripped = 0;
                StringBuilder answer = new StringBuilder();
                while (answer.isEmpty() && dripped < 120) {
                    out.write('x');
                    dripped++;
                    answer.append(first(in));
                }
                assertThat(answer).as("after %s bytes", dripped).startsWith("H");
                assertThat(dripped).isGreaterThan(5);
                assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII))
                        .contains(" 408");
            }
        }
    }

    private static String first(InputStream in) throws IOException {
        try {
            return Character.toString(in.read());
        } catch (SocketTimeoutException nothing) {
            return "";
        }
    }
}
