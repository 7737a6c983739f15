package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every answer says to browsers. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecurityHeadersTest {
    private static final Guarded SERVER = Guarded.byTokens();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/holdfast.js",
                "/openapi.json",
                "/health",
                "/metrics",
                "/v1/locks",
                "/v1/locks/free",
                "/v1/events",
                "/v1/nothing"
            })
    void answers_areForThisOriginAlone(String path) throws Exception {
        for (String token : new String[] {SERVER.token("anna", "admin").secret(), "hf_wrong"}) {
            HttpResponse<InputStream> told = HttpClient.newHttpClient()
                    .send(
                            SERVER.http().as(token).request(path).GET().build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            told.body().close();
            assertThat(told.headers().allValues("Cross-Origin-Resource-Policy")).containsExactly("same-origin");
            assertThat(told.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
            assertThat(told.headers().allValues("Content-Security-Policy"))
                    .singleElement()
                    .asString()
                    .startsWith("default-src 'none'")
                    .contains("frame-ancestors 'none'");
            assertThat(told.headers().firstValue("Strict-Transport-Security"))
                    .as("without TLS")
                    .isEmpty();
        }
    }

    @Test
    void answer_toNonsense_isForThisOriginAlone() throws Exception {
        URI address = URI.create(SERVER.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write("NONSENSE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains(" 400 ")
                    .containsIgnoringCase("cross-origin-resource-policy: same-origin");
        }
    }
}
