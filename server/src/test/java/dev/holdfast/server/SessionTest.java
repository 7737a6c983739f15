package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions of browsers. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionTest {
    private final Guarded server = Guarded.byTokens();
    private final Http http = server.http();

    @AfterEach
    void stop() {
        server.close();
    }

    /** A browser that has signed in. */
    private record Browser(Http http, Told told, String cookie) {
        static Browser of(Http http, String secret) throws Exception {
            Told told = http.as(secret).post("/v1/session", "{}");
            assertThat(told.status()).as(told.response().body()).isEqualTo(201);
            String set = told.header("Set-Cookie");
            return new Browser(http, told, set.substring(0, set.indexOf(';')));
        }

        HttpRequest.Builder asking(String path) {
            return http.request(path).header("Cookie", cookie);
        }

        HttpRequest.Builder posting(String path, String json) {
            return http.posting(path, json).header("Cookie", cookie);
        }

        HttpRequest.Builder own(HttpRequest.Builder request) {
            return request.header("X-Holdfast-CSRF", told.text("csrf"));
        }

        String owner() {
            return told.text("owner");
        }
    }

    private Browser anna() throws Exception {
        return Browser.of(http, server.token("anna", "editor").secret());
    }

    @Test
    void cookie_isOutOfReachForScriptsAndOtherSites() throws Exception {
        Browser anna = anna();
        assertThat(anna.told().header("Set-Cookie"))
                .matches("holdfast=[A-Za-z0-9_-]{43}; Max-Age=28800; Path=/; HttpOnly; SameSite=Strict");
        String id = anna.cookie().substring("holdfast=".length());
        assertThat(anna.told().response().body()).doesNotContain(id);
        Told who = http.send(anna.asking("/v1/session"));
        assertThat(who.text("user")).isEqualTo("anna");
        assertThat(who.text("csrf")).isEqualTo(anna.told().text("csrf")).isNotEmpty();
        assertThat(who.response().body()).doesNotContain(id);
        assertThat(who.header("Set-Cookie")).isEmpty();
        assertThat(server.tokens().named(AccessTokens.name(id)))
                .as("kept by a keyed hash only")
                .isEmpty();
        assertThat(server.tokens().named(anna.owner())).isPresent();
    }

    @Test
    void change_needsTheHeaderThatOnlyOwnPagesKnow() throws Exception {
        Browser anna = anna();
        String body = Http.taking("r", anna.owner(), "");
        assertThat(http.send(anna.posting("/v1/locks", body)).status()).isEqualTo(403);
        Told wrong = http.send(anna.posting("/v1/locks", body).header("X-Holdfast-CSRF", "0".repeat(64)));
        assertThat(wrong.status()).isEqualTo(403);
        assertThat(wrong.text("detail")).contains("X-Holdfast-CSRF");
        Browser other = anna();
        assertThat(http.send(anna.posting("/v1/locks", body)
                                .header("X-Holdfast-CSRF", other.told().text("csrf")))
                        .status())
                .as("that of another session")
                .isEqualTo(403);
        assertThat(server.locks().list("")).isEmpty();
        assertThat(http.send(anna.own(anna.posting("/v1/locks", body))).status())
                .isEqualTo(201);
        assertThat(http.send(anna.asking("/v1/locks")).status())
                .as("looking needs none")
                .isEqualTo(200);
    }

    @Test
    void page_fromElsewhere_cannotUseASession() throws Exception {
        Browser anna = anna();
        assertThat(http.send(anna.asking("/v1/locks").header("Origin", "https://evil.example"))
                        .status())
                .isEqualTo(403);
        assertThat(http.send(anna.asking("/v1/locks").header("Origin", server.address()))
                        .status())
                .isEqualTo(200);
        for (String site : new String[] {"same-site", "cross-site"}) {
            assertThat(http.send(anna.asking("/v1/locks").header("Sec-Fetch-Site", site))
                            .status())
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(http.send(anna.asking("/v1/locks").header("Sec-Fetch-Site", "same-origin"))
                        .status())
                .isEqualTo(200);
        assertThat(http.send(anna.asking("/v1/locks")
                                .header("Origin", server.address().replace("http:", "https:")))
                        .status())
                .as("another scheme is another origin")
                .isEqualTo(403);
    }

    @Test
    @DisplayName("P7: the end of a session releases all it holds")
    void signOut_releasesHolds_andNobodyComesInByItAgain() throws Exception {
        Browser anna = anna();
        Browser again = Browser.of(http, server.token("anna", "editor").secret());
        http.send(anna.own(anna.posting("/v1/locks", Http.taking("a", anna.owner(), ""))));
        http.send(anna.own(anna.posting("/v1/locks", Http.taking("b", anna.owner() + "/tab 2", ""))));
        http.send(again.own(again.posting("/v1/locks", Http.taking("c", again.owner(), ""))));
        assertThat(server.locks().list("")).hasSize(3);

        assertThat(http.send(anna.asking("/v1/session").DELETE()).status())
                .as("not by a forged request")
                .isEqualTo(403);
        Told out = http.send(anna.own(anna.asking("/v1/session").DELETE()));
        assertThat(out.status()).isEqualTo(200);
        assertThat(out.text("released")).isEqualTo("2");
        assertThat(out.header("Set-Cookie")).startsWith("holdfast=; Max-Age=0;");
        assertThat(server.locks().view("a").free()).isTrue();
        assertThat(server.locks().view("b").free()).isTrue();
        assertThat(server.locks().view("c").free())
                .as("that of another session of the same person")
                .isFalse();

        assertThat(http.send(anna.asking("/v1/locks")).status()).isEqualTo(401);
        assertThat(http.send(anna.own(anna.posting("/v1/locks", Http.taking("a", anna.owner(), ""))))
                        .status())
                .isEqualTo(401);
        assertThat(http.send(again.asking("/v1/locks")).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("P7: a request that is on its way takes nothing for a session that is gone")
    void signOut_endsWhatTheSessionWaitsFor() throws Exception {
        Browser anna = anna();
        Http other = http.as(server.token("bob", "editor").secret());
        String receipt = other.take("a", "bob");
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return http.send(anna.own(anna.posting("/v1/locks", Http.taking("a", "tab", ",\"wait\":\"60s\""))))
                        .status();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !server.locks().view("a").queue().isEmpty());
        http.send(anna.own(anna.asking("/v1/session").DELETE()));
        other.delete("/v1/holds/" + receipt);
        assertThat(waiting.get()).isIn(401, 410);
        assertThat(server.locks().view("a").free()).isTrue();
    }

    @Test
    void session_endsByItselfAndWithItsToken() throws Exception {
        NewToken token = server.token("anna", "reader");
        Browser anna = Browser.of(http, token.secret());
        Browser late = Browser.of(http, server.token("late", "reader").secret());
        server.tokens().revoke("anna");
        Told revoked = http.send(anna.asking("/v1/locks"));
        assertThat(revoked.status()).isEqualTo(401);
        assertThat(revoked.text("detail")).startsWith("The session is over, since its token was revoked");
        server.later(Duration.ofHours(9));
        Told over = http.send(late.asking("/v1/locks"));
        assertThat(over.status()).isEqualTo(401);
        assertThat(over.text("detail"))
                .isEqualTo("The session is over, since it lasted as long as a session may: sign in again.");
    }

    @Test
    void session_ofAnotherServerWithTheSameKey_counts() throws Exception {
        String key = "a key of more than thirty-two characters";
        SignInOptions how = SignInOptions.TOKENS.key(key);
        try (HoldfastServer one = HoldfastServer.start(
                        server.locks(),
                        server.store(),
                        ServerOptions.DEFAULT.port(0).signIn(how));
                HoldfastServer two = HoldfastServer.start(
                        server.locks(),
                        server.store(),
                        ServerOptions.DEFAULT.port(0).signIn(how))) {
            Browser anna = Browser.of(
                    new Http(one.address()), server.token("anna", "editor").secret());
            Http second = new Http(two.address());
            assertThat(second.send(second.request("/v1/session").header("Cookie", anna.cookie()))
                            .text("csrf"))
                    .isEqualTo(anna.told().text("csrf"));
            assertThat(http.send(anna.asking("/v1/locks")).status()).isEqualTo(200);
            assertThat(http.send(http.request("/v1/locks").header("Cookie", anna.cookie()))
                            .status())
                    .as("with another key")
                    .isEqualTo(401);
        }
    }

    @Test
    void cookies_thatAreNone_letNobodyIn() throws Exception {
        for (String value :
                new String[] {"holdfast=", "holdfast=x", "holdfast=\"; DROP", "holdfast=" + "y".repeat(4000)}) {
            assertThat(http.send(http.request("/v1/locks").header("Cookie", value))
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void withoutSignIn_everybodyHereIsAdministrator() throws Exception {
        try (HoldfastServer open =
                HoldfastServer.start(server.locks(), server.store(), ServerOptions.DEFAULT.port(0))) {
            Http local = new Http(open.address());
            for (Told told : new Told[] {local.get("/v1/session"), local.post("/v1/session", "{}")}) {
                assertThat(told.status()).isEqualTo(200);
                assertThat(told.json().get("signedIn")).isEqualTo(false);
                assertThat(told.text("rights")).isEqualTo("[{role=admin, prefix=, exact=false, verbs=null}]");
                assertThat(told.header("Set-Cookie")).isEmpty();
            }
            assertThat(local.delete("/v1/session").text("released")).isEqualTo("0");
        }
    }

    @Test
    void answer_isTheSameKindOfObjectForAll() throws Exception {
        assertThat(Json.readObject(anna().told().response().body()))
                .containsOnlyKeys("signedIn", "user", "name", "rights", "owner", "csrf", "version", "tokens");
    }
}
