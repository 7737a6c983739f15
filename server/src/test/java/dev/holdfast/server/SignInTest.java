package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Receipt;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.Http.Told;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in by a token, and what they may do. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SignInTest {
    private final Guarded server = Guarded.byTokens();
    private final Http http = server.http();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/locks",
        "POST, /v1/locks",
        "GET, /v1/locks/r",
        "GET, /v1/history",
        "GET, /v1/events",
        "GET, /v1/session",
        "DELETE, /v1/session",
        "POST, /v1/session",
        "DELETE, /v1/owners/x/holds",
        "POST, /v1/admin/locks/r/release",
        "GET, /metrics",
        "GET, /v1/nothing",
        "GET, /nothing"
    })
    void nobody_isToldToSignIn(String method, String path) throws Exception {
        Told told = http.send(http.request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("POST") ? "{}" : "")));
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(told.text("detail")).startsWith("You are not signed in").endsWith(".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/dashboard.js", "/dashboard.css", "/openapi.json", "/health", "/health/live"})
    void pagesAndHealth_areForEverybody(String path) throws Exception {
        assertThat(http.get(path).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer hf_0000000000000000000000000000000000000000000",
                "Bearer hf_",
                "Bearer ",
                "Bearer",
                "Bearer a.b.c",
                "Basic aGY6aGY=",
                "nonsense \t x"
            })
    void tokens_thatAreNone_letNobodyIn(String header) throws Exception {
        Told told = http.send(http.request("/v1/locks").header("Authorization", header));
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.response().body()).doesNotContain("hf_0");
    }

    @Test
    void token_letsInWithItsRights() throws Exception {
        Http editor = http.as(server.token("anna", "editor").secret());
        assertThat(Receipt.parse(editor.take("r", "tab")).resource()).isEqualTo("r");
        assertThat(editor.get("/v1/locks/r").status()).isEqualTo(200);
        assertThat(editor.get("/metrics").status()).isEqualTo(200);
        Told who = editor.get("/v1/session");
        assertThat(who.text("user")).isEqualTo("anna");
        assertThat(who.json().get("csrf")).isNull();
        Told refused = editor.post("/v1/admin/locks/r/release", "{\"reason\":\"x\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("detail")).contains("role admin");
        Http reader = http.as(server.token("rita", "reader").secret());
        assertThat(reader.get("/v1/locks").status()).isEqualTo(200);
        assertThat(reader.post("/v1/locks", Http.taking("s", "tab", "")).status())
                .isEqualTo(403);
        Http admin = http.as(server.token("olga", "admin").secret());
        assertThat(admin.post("/v1/admin/locks/r/release", "{\"reason\":\"x\"}").status())
                .isEqualTo(200);
    }

    @Test
    void rights_areForResourcesOfAPrefix() throws Exception {
        Http some = http.as(server.token("sam", "reader:scene/").secret());
        Told all = some.get("/v1/events");
        assertThat(all.status()).isEqualTo(403);
        assertThat(all.text("detail")).contains("reader");
        assertThat(some.get("/v1/events?prefix=other").status()).isEqualTo(403);
        Http none = http.as(server.token("nina", "wizard").secret());
        assertThat(none.get("/metrics").status()).isEqualTo(403);
    }

    @Test
    void token_thatIsRevoked_letsNobodyInAfterAMoment() throws Exception {
        NewToken token = server.token("anna", "reader");
        Http anna = http.as(token.secret());
        assertThat(anna.get("/v1/locks").status()).isEqualTo(200);
        server.tokens().revoke("anna");
        await().atMost(Duration.ofMinutes(1)).until(() -> anna.get("/v1/locks").status() == 401);
    }

    @Test
    void events_ofATokenThatIsRevoked_endSoon() throws Exception {
        NewToken token = server.token("anna", "reader");
        HttpResponse<InputStream> events = HttpClient.newHttpClient()
                .send(http.as(token.secret()).request("/v1/events").build(), BodyHandlers.ofInputStream());
        assertThat(events.statusCode()).isEqualTo(200);
        server.tokens().revoke("anna");
        // Nothing else ends it while the test lasts.
        assertThatThrownBy(() -> events.body().readAllBytes()).isInstanceOf(IOException.class);
    }

    @Test
    void token_thatHasEnded_letsNobodyIn() throws Exception {
        NewToken token =
                server.tokens().create(Guarded.unsaved("anna", "reader").life(Duration.ofMinutes(5)));
        server.later(Duration.ofMinutes(6));
        Told told = http.as(token.secret()).get("/v1/locks");
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.text("detail")).contains("has expired");
    }

    @Test
    void host_mayBeAny_sinceNobodyGetsInUnknown() throws Exception {
        Http anna = http.as(server.token("anna", "editor").secret());
        assertThat(anna.send(anna.request("/v1/locks").header("Origin", "https://elsewhere.example"))
                        .status())
                .as("a program may say what it likes")
                .isEqualTo(200);
    }

    @Test
    void bodies_thatComeWhileTheTokenIsLookedUp_areReadWhole() throws Exception {
        for (int i = 0; i < 20; i++) {
            Http one = http.as(server.token("user" + i, "editor").secret());
            String note = "x".repeat(100_000);
            Told told =
                    one.post("/v1/locks", Http.taking("r" + i, "o", ",\"note\":\"" + note.substring(0, 400) + "\""));
            assertThat(told.status()).as(told.response().body()).isEqualTo(201);
            assertThat(one.post("/v1/locks", "{\"note\":\"" + note.repeat(20) + "\"}")
                            .status())
                    .isEqualTo(413);
        }
    }

    @Test
    void textsThatSignInMakesNeedless_haveTheirBoundToo() throws Exception {
        Http all = http.as(server.token("anna", "admin").secret());
        String longer = "x".repeat(Bounds.PERSON + 1);
        Told asUser =
                all.post("/v1/locks", "{\"resources\":[\"r\"],\"owner\":{\"id\":\"me\",\"user\":\"" + longer + "\"}}");
        assertThat(asUser.status()).isEqualTo(422);
        Told by = all.post("/v1/admin/clear", "{\"by\":\"" + longer + "\"}");
        assertThat(by.status()).isEqualTo(422);
    }
}
