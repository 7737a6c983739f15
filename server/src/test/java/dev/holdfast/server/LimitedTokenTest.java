package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.AccessToken;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens for whole segments, for one name, and for some verbs. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitedTokenTest {
    private static final Guarded SERVER = Guarded.byTokens();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Http as(AccessToken.Right... rights) {
        return SERVER.http()
                .as(SERVER.tokens()
                        .create(AccessToken.of("anna", List.of(rights)))
                        .secret());
    }

    @ParameterizedTest
    @CsvSource({
        "editor:a/, a/1, 201",
        "editor:a/, a/b/c, 201",
        "editor:a/, a/.b/c.., 201",
        "editor:a/, a, 403",
        "editor:a/, ab, 403",
        "editor:a/, a/../x, 403",
        "editor:a/, a/.., 403",
        "editor:a/, a/./x, 403",
        "editor:a/, b/a/1, 403",
        "editor:a, a, 201",
        "editor:a, a/2, 201",
        "editor:a, ab, 403",
        "editor:a, a/../ab, 403",
        "editor=a/3, a/3, 201",
        "editor=a/3, a/3/4, 403",
        "editor=a/3, a/34, 403",
        "editor=, a/5, 403",
        "editor, a/../y, 201"
    })
    void right_isForWholeSegmentsOrOneName(String right, String resource, int status) throws Exception {
        Http anna = as(AccessToken.Right.parse(right));
        assertThat(anna.post("/v1/locks", Http.taking(resource, right, "")).status())
                .isEqualTo(status);
        assertThat(anna.get("/v1/policies/" + URLEncoder.encode(resource, StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(status == 201 ? 200 : 403);
        Http admin = SERVER.http().as(SERVER.token("olga", "admin").secret());
        admin.post("/v1/admin/clear", "{}");
    }

    @Test
    void verbs_areAllThatATokenMay() throws Exception {
        AccessToken.Right admin = new AccessToken.Right("admin", "");
        Http look = as(admin.only(Set.of("look")));
        Http take = as(admin.only(Set.of("take")));
        Http release = as(admin.only(Set.of("release")));
        Http force = as(admin.only(Set.of("force")));
        Http keep = as(admin.only(Set.of("keep")));
        Http none = as(admin.only(Set.of("fly")));
        assertThat(look.post("/v1/locks", Http.taking("v", "o", "")).status()).isEqualTo(403);
        assertThat(none.post("/v1/locks", Http.taking("v", "o", "")).status()).isEqualTo(403);
        assertThat(none.get("/v1/locks/v").status()).isEqualTo(403);
        String receipt = take.take("v", "o");
        assertThat(take.post("/v1/locks", Http.taking("v", "p", ",\"takeover\":\"x\""))
                        .status())
                .as("to take over is to force")
                .isEqualTo(403);
        assertThat(look.get("/v1/locks/v").status()).isEqualTo(200);
        assertThat(take.get("/v1/locks/v").status()).isEqualTo(403);
        assertThat(look.get("/metrics").status()).isEqualTo(200);
        assertThat(take.get("/metrics").status()).isEqualTo(403);
        assertThat(take.get("/v1/events").status()).isEqualTo(403);
        String beat = "/v1/holds/" + receipt + "/heartbeat";
        assertThat(look.post(beat, "{}").status()).isEqualTo(403);
        assertThat(keep.post(beat, "{}").status()).as("the same user").isEqualTo(200);
        assertThat(release.post("/v1/admin/clear", "{}").status()).isEqualTo(403);
        assertThat(release.post("/v1/admin/locks/v/release", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(403);
        assertThat(keep.post("/v1/releases", "{\"receipts\":[\"" + receipt + "\"]}")
                        .status())
                .isEqualTo(403);
        assertThat(release.post("/v1/releases", "{\"receipts\":[\"" + receipt + "\"]}")
                        .status())
                .isEqualTo(200);
        assertThat(force.post("/v1/admin/clear", "{}").status()).isEqualTo(200);
    }

    @Test
    void session_hasTheLimitsOfItsToken() throws Exception {
        AccessToken.Right limited = new AccessToken.Right("editor", "s/1", true, Set.of("look"));
        Http.Told begun = as(limited).post("/v1/session", "{}");
        assertThat(begun.status()).isEqualTo(201);
        Http http = SERVER.http();
        String cookie = begun.header("Set-Cookie").split(";", 2)[0];
        assertThat(http.send(http.request("/v1/policies/s%2F1").header("Cookie", cookie))
                        .status())
                .isEqualTo(200);
        assertThat(http.send(http.request("/v1/policies/s%2F12").header("Cookie", cookie))
                        .status())
                .isEqualTo(403);
        assertThat(http.send(http.posting("/v1/locks", Http.taking("s/1", "o", ""))
                                .header("Cookie", cookie)
                                .header("X-Holdfast-CSRF", begun.text("csrf")))
                        .status())
                .isEqualTo(403);
    }
}
