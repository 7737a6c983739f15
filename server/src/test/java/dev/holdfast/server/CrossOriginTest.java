package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.server.Http.Told;
import dev.holdfast.server.http.Origins;
import dev.holdfast.server.options.SignInOptions;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of other origins: only those of the list are answered, and only by token. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrossOriginTest {
    private static final String LISTED = "https://app.example.org";
    private static final String ALLOW = "Access-Control-Allow-Origin";
    private static final Guarded SERVER = new Guarded(ServerOptions.DEFAULT
            .port(0)
            .signIn(SignInOptions.TOKENS)
            .web(new WebOptions(null, Origins.of(List.of(LISTED, "http://localhost:5173")))));

    private final Http http = SERVER.http();
    private final String token = SERVER.token("anna", "admin").secret();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private Told asked(String origin, String path) throws Exception {
        return http.send(http.request(path)
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization,content-type")
                .method("OPTIONS", BodyPublishers.noBody()));
    }

    @Test
    void listedOrigin_isAnswered_withoutCookies() throws Exception {
        Told before = asked(LISTED, "/v1/locks");
        assertThat(before.status()).isEqualTo(204);
        assertThat(before.header(ALLOW)).isEqualTo(LISTED);
        assertThat(before.header("Access-Control-Allow-Headers")).contains("Authorization", "Content-Type");
        assertThat(before.header("Vary")).isEqualToIgnoringCase("origin");
        Told taken = http.as(token)
                .send(http.as(token)
                        .posting("/v1/locks", Http.taking("cors/1", "tab", ""))
                        .header("Origin", LISTED));
        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.header(ALLOW)).isEqualTo(LISTED);
        for (Told told : List.of(before, taken)) {
            assertThat(told.header("Access-Control-Allow-Credentials")).isEmpty();
        }
        assertThat(http.send(http.request("/v1/locks").header("Origin", LISTED)).header(ALLOW))
                .as("the page can read that it is not signed in")
                .isEqualTo(LISTED);
        assertThat(http.get("/v1/locks").header("Vary"))
                .as("a cache between must not give this answer to a page")
                .isEqualToIgnoringCase("origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org",
                "http://app.example.org",
                "https://app.example.org:8443",
                "https://app.example.org.evil.example",
                "https://evilapp.example.org",
                "null"
            })
    void otherOrigins_getNothing(String origin) throws Exception {
        Told before = asked(origin, "/v1/locks");
        assertThat(before.status()).isEqualTo(401);
        assertThat(before.header(ALLOW)).isEmpty();
        assertThat(http.as(token)
                        .send(http.as(token).request("/v1/locks").header("Origin", origin))
                        .header(ALLOW))
                .isEmpty();
    }

    @Test
    void cookie_ofAListedOrigin_isRefused_andSessionsAreNotForIt() throws Exception {
        Told session = http.as(token).post("/v1/session", "{}");
        String cookie = session.header("Set-Cookie").replaceFirst(";.*", "");
        assertThat(http.send(http.request("/v1/locks").header("Cookie", cookie)).status())
                .isEqualTo(200);
        Told read = http.send(http.request("/v1/locks").header("Cookie", cookie).header("Origin", LISTED));
        assertThat(read.status()).isEqualTo(403);
        assertThat(read.header("Access-Control-Allow-Credentials")).isEmpty();
        Told own = http.as(token).send(http.as(token).request("/v1/session").header("Origin", LISTED));
        assertThat(own.header(ALLOW)).isEmpty();
        assertThat(asked(LISTED, "/v1/session").header(ALLOW)).isEmpty();
    }

    @Test
    void proxyThatChangesTheHost_breaksSessions_unlessTheBrowserSaysWhereItIs() throws Exception {
        String cookie =
                http.as(token).post("/v1/session", "{}").header("Set-Cookie").replaceFirst(";.*", "");
        String outer = "https://locks.example.org";
        assertThat(http.send(http.request("/v1/locks").header("Cookie", cookie).header("Origin", outer))
                        .status())
                .as("docs/operations.md says what to do")
                .isEqualTo(403);
        assertThat(http.send(http.request("/v1/locks")
                                .header("Cookie", cookie)
                                .header("Origin", outer)
                                .header("Sec-Fetch-Site", "same-origin"))
                        .status())
                .isEqualTo(200);
        assertThat(http.as(token)
                        .send(http.as(token).request("/v1/locks").header("Origin", outer))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "https://*.example.org",
                "https://app.example.org/",
                "https://app.example.org/page",
                "app.example.org",
                "null",
                "file:///x",
                "https://user@app.example.org",
                ""
            })
    void whatIsNoOrigin_isRefused(String origin) {
        assertThatThrownBy(() -> Origins.of(List.of(origin)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as https://app.example.org");
    }

    @Test
    void originsWithoutSignIn_areRefused() {
        WebOptions web = new WebOptions(null, Origins.of(List.of(LISTED)));
        assertThatThrownBy(() -> HoldfastServer.start(
                        SERVER.locks(), ServerOptions.DEFAULT.port(0).web(web)))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("need a token");
    }
}
