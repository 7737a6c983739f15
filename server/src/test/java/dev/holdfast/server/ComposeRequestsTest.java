package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.server.Http.Told;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The preset {@code compose}: no lock moves from one owner to another, and no one reads the draft of another. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("safety")
class ComposeRequestsTest {
    private static final String RESOURCE = "scene/9/post";
    private static final String PATH = "scene%2F9%2Fpost";

    private final Guarded server = Guarded.byTokens(Policies.of(Preset.COMPOSE));
    private Http anna;
    private Http ben;
    private String held;

    @BeforeEach
    void take() throws Exception {
        anna = caller("anna", "editor");
        ben = caller("ben", "editor");
        held = anna.take(RESOURCE, "tab-1").replace("/", "%2F");
        assertThat(anna.post(
                                "/v1/holds/" + held + "/heartbeat",
                                "{\"draft\":{\"revision\":1,\"content\":\"Once upon\"}}")
                        .status())
                .isEqualTo(200);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Http caller(String user, String role) {
        return server.http().as(server.token(user, role).secret());
    }

    private static Told ask(Http http, String owner, String more) throws Exception {
        return http.post(
                "/v1/requests", "{\"resource\":\"" + RESOURCE + "\",\"owner\":{\"id\":\"" + owner + "\"}" + more + "}");
    }

    private void isStillAnnas() throws Exception {
        assertThat(anna.get("/v1/holds/" + held).status()).isEqualTo(200);
        assertThat(server.locks().view(RESOURCE).requests()).isEmpty();
    }

    @Test
    @DisplayName("C10, C17: no holder is asked, by any caller and in any way")
    void requests_areOff() throws Exception {
        List<Told> refused = List.of(
                ask(ben, "tab-1", ""),
                ask(ben, "tab-2", ",\"mode\":\"shared\",\"message\":\"May I?\""),
                ask(anna, "tab-2", ""),
                ask(caller("gm", "admin"), "desk", ""));
        for (Told told : refused) {
            assertThat(told.status()).isEqualTo(409);
            assertThat(told.text("why")).isEqualTo("off");
        }
        for (Told told : refused.subList(0, 2)) {
            assertThat(told.response().body()).doesNotContain("anna", "tab-1");
        }
        assertThat(ben.get("/v1/owners/tab-1/requests").response().body()).isEqualTo("{\"asked\":[],\"received\":[]}");
        isStillAnnas();
    }

    @Test
    @DisplayName("C11: a lock does not move to another tab of its user")
    void lock_doesNotMoveToAnotherTab() throws Exception {
        server.later(Duration.ofSeconds(6));
        assertThat(anna.post("/v1/locks", Http.taking(RESOURCE, "tab-2", "")).status())
                .isEqualTo(423);
        assertThat(anna.post("/v1/locks", Http.taking(RESOURCE, "tab-2", ",\"wait\":\"1m\""))
                        .status())
                .as("none waits")
                .isEqualTo(423);
        assertThat(anna.post("/v1/locks", Http.taking(RESOURCE, "tab-2", ",\"takeover\":\"mine\""))
                        .status())
                .isEqualTo(403);
        String now = "{\"resource\":\"" + RESOURCE + "\",\"request\":\"" + "0".repeat(32) + "\",\"answer\":\"now\"}";
        assertThat(anna.post("/v1/owners/tab-1/answers", now).status()).isEqualTo(404);
        isStillAnnas();
        assertThat(anna.delete("/v1/holds/" + held).status()).isEqualTo(204);
        assertThat(server.locks().view(RESOURCE).holders())
                .as("free, for the first caller")
                .isEmpty();
    }

    @Test
    @DisplayName("C10: the game master takes a lock over, and does not read the draft")
    void draft_isForItsAuthorAlone() throws Exception {
        Http master = caller("gm", "admin");
        Told taken = master.post("/v1/locks", Http.taking(RESOURCE, "desk", ",\"takeover\":\"the round is over\""));
        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.first("drafts").get("readable")).isEqualTo(false);
        String receipt = String.valueOf(taken.first("holds").get("receipt")).replace("/", "%2F");
        Told left = master.get("/v1/holds/" + receipt + "/drafts");
        assertThat(left.first("drafts").get("draft")).isNull();
        assertThat(left.response().body()
                        + master.get("/v1/drafts/" + PATH).response().body())
                .doesNotContain("Once upon");
        assertThat(ben.get("/v1/holds/" + receipt + "/drafts").response().body())
                .isEqualTo("{\"drafts\":[]}");
        assertThat(anna.get("/v1/drafts/" + PATH).text("content")).isEqualTo("Once upon");
    }
}
