package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.server.Http.Told;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is malformed, too much, or not from here: a clear problem, never a mistake of ours. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileTest {
    private static LockManager locks;
    private static HoldfastServer server;
    private static Http http;

    @BeforeAll
    static void start() {
        locks = LockManager.open("memory:");
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        http = new Http(server.address());
    }

    @AfterAll
    static void stop() {
        server.close();
        locks.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {",
                "400 | []",
                "400 | {\"resources\":[\"a\"],}",
                "400 | {\"a\":1,\"a\":2}",
                "400 | nothing of the kind",
                "422 | {}",
                "422 | {\"resources\":[]}",
                "422 | {\"resources\":\"a\",\"owner\":{\"id\":\"x\"}}",
                "422 | {\"resources\":[1],\"owner\":{\"id\":\"x\"}}",
                "422 | {\"resources\":[\"\"],\"owner\":{\"id\":\"x\"}}",
                "422 | {\"resources\":[\"a\\u0000b\"],\"owner\":{\"id\":\"x\"}}",
                "422 | {\"resources\":[\"\\ud800\"],\"owner\":{\"id\":\"x\"}}",
                "422 | {\"resources\":[\"a\"]}",
                "422 | {\"resources\":[\"a\"],\"owner\":\"x\"}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":5}}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"mode\":\"odd\"}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"ttl\":\"soon\"}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"ttl\":-5}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"wait\":99999999}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"recieipt\":\"x\"}",
                "422 | {\"resources\":[\"a\"],\"owner\":{\"id\":\"x\"},\"receipt\":\"x\"}"
            })
    void requests_thatMakeNoSense_areExplained(int status, String body) throws Exception {
        Told told = http.post("/v1/locks", body);
        assertThat(told.status()).as(told.response().body()).isEqualTo(status);
        assertThat(told.text("detail")).endsWith(".").doesNotContain("Exception");
        assertThat(locks.list("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/nothing, 404",
        "GET, /v1/locks/%ff, 400",
        "GET, /v1/locks/%00, 422",
        "GET, /..%2f..%2fetc/passwd, 404",
        "GET, /dashboard.js/../../secret, 404",
        "PUT, /v1/locks, 405",
        "DELETE, /v1/locks, 405",
        "POST, /v1/events, 405",
        "POST, /metrics, 405",
        "POST, /, 405",
        "DELETE, /v1/holds/odd, 404",
        "DELETE, /v1/holds/00000000000000000000000000000000.r, 204"
    })
    void paths_thatLeadNowhere_areExplained(String method, String path, int status) throws Exception {
        Told told = http.send(http.request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(told.status()).as(told.response().body()).isEqualTo(status);
        if (status >= 400) {
            assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @Test
    void nesting_ofAnyDepth_isRefused() throws Exception {
        assertThat(http.post("/v1/locks", "[".repeat(100_000)).status()).isEqualTo(400);
        assertThat(http.post("/v1/locks", "{\"a\":".repeat(10_000)).status()).isEqualTo(400);
    }

    @Test
    void body_tooLarge_isRefused() throws Exception {
        Told told = http.post("/v1/locks", "{\"note\":\"" + "x".repeat(2_000_000) + "\"}");
        assertThat(told.status()).isEqualTo(413);
    }

    @Test
    void body_thatIsNotJson_isRefused() throws Exception {
        Told told = http.send(http.request("/v1/locks")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(told.status()).isEqualTo(415);
        Told bad = http.send(http.request("/v1/locks")
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {'{', (byte) 0xff, '}'})));
        assertThat(bad.status()).isEqualTo(400);
        assertThat(bad.text("detail")).contains("not UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "Host: evil.example, 403",
        "Host: 127.0.0.1.evil.example, 403",
        "Host: localhost, 200",
        "Host: [::1]:7420, 200",
        "Host: localhost; Origin: http://evil.example, 403",
        "Host: localhost; Origin: null, 403",
        "Host: localhost; Origin: http://localhost, 200",
        "Host: localhost; Origin: http://LOCALHOST:80, 200",
        "Host: localhost:7420; Origin: http://localhost, 403",
        "Host: localhost; Origin: https://localhost, 403",
        "Host: localhost; X-Forwarded-Proto: https; Origin: https://localhost, 200",
        "Host: localhost; Origin: http://a@localhost, 403",
        "Host: localhost; Sec-Fetch-Site: same-origin, 200",
        "Host: localhost; Sec-Fetch-Site: none, 200",
        "Host: localhost; Sec-Fetch-Site: same-site, 403",
        "Host: localhost; Sec-Fetch-Site: cross-site, 403",
        "Host: localhost; Sec-Fetch-Site: anything, 403",
        "Host: localhost; Host: localhost, 400",
        "Host: localhost; Host: evil.example, 400",
        "Host: localhost; Sec-Fetch-Site: none; Sec-Fetch-Site: cross-site, 400",
        "Host: localhost; Authorization: Bearer a; Authorization: Bearer b, 400",
        "X: y, 4"
    })
    void callers_fromElsewhere_areRefused(String headers, int status) throws IOException {
        assertThat(raw("GET /health HTTP/1.1\r\n" + headers.replace("; ", "\r\n") + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /v1/locks/%zz HTTP/1.1",
                "GET /v1/locks/% HTTP/1.1",
                "GET /health HTTP/9.9",
                "GET health HTTP/1.1",
                "NONSENSE",
                "GET /health\u0000 HTTP/1.1"
            })
    void requests_thatAreNoHttp_endWithoutAMistakeOfOurs(String line) throws IOException {
        assertThat(raw(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .doesNotContain(" 500 ");
        assertThat(raw("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .as("and the next one is served")
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void names_asBytesInAnAddress_areRefusedInsteadOfTakenForOthers() throws IOException {
        String end = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (LockHandle held = locks.acquire("caf\u00e9")) {
            assertThat(raw("GET /v1/locks/caf%C3%A9" + end)).startsWith("HTTP/1.1 200 ");
            assertThat(raw("GET /v1/locks/caf\u00c3\u00a9" + end))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("percent escapes");
            assertThat(raw("GET /v1/locks?prefix=caf\u00c3\u00a9" + end)).startsWith("HTTP/1.1 400 ");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u001b]0;x\\u0007", "\\u202eevil", "a\\u200bb", "two\\nlines"})
    void ownersNames_thatHideCharacters_areRefused(String name) throws Exception {
        Told told =
                http.post("/v1/locks", "{\"resources\":[\"a\"],\"owner\":{\"id\":\"x\",\"name\":\"" + name + "\"}}");
        assertThat(told.status()).isEqualTo(422);
        assertThat(told.text("detail")).startsWith("An owner's name must not contain");
    }

    private static String raw(String request) throws IOException {
        int port = Integer.parseInt(server.address().substring(server.address().lastIndexOf(':') + 1));
        try (Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
