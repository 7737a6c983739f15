package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a takeover leaves, over HTTP. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeftDraftsTest {
    @TempDir
    private Path folder;

    private Guarded server(Policy policy) {
        return new Guarded(
                ServerOptions.DEFAULT
                        .port(0)
                        .signIn(SignInOptions.TOKENS)
                        .audit(AuditOptions.of(folder.resolve("audit.jsonl"))),
                ManagerOptions.DEFAULT.policies(new Policies(List.of(), policy)));
    }

    private static String draft(int revision, String content) {
        return "{\"draft\":{\"revision\":" + revision + ",\"content\":\"" + content + "\"}}";
    }

    private List<Map<String, @Nullable Object>> reads() throws IOException {
        return Files.readAllLines(folder.resolve("audit.jsonl")).stream()
                .map(Json::readObject)
                .filter(line -> "read-draft".equals(line.get("what")))
                .toList();
    }

    @Test
    void aTakeover_tellsBoth_andShowsTheTextOnlyWhereThePolicySaysSo() throws Exception {
        Policy.Builder policy = Preset.OFFLINE.policy().toBuilder().drafts(true);
        for (boolean reading : List.of(false, true)) {
            try (Guarded server = server(policy.takersReadDrafts(reading).build())) {
                Http anna = server.http().as(server.token("anna", "editor").secret());
                Http ben = server.http().as(server.token("ben", "admin").secret());
                String annas = anna.take("r", "tab");
                anna.post("/v1/holds/" + annas + "/heartbeat", draft(1, "Once upon"));
                Told taken = ben.post("/v1/locks", Http.taking("r", "tab", ",\"takeover\":\"urgent\""));
                String sentence = "The unfinished text of anna is kept for its author"
                        + (reading ? ", and you may read it." : ".");
                assertThat((Object) taken.first("drafts"))
                        .isEqualTo(Map.of("resource", "r", "name", "anna", "readable", reading, "sentence", sentence));
                String bens = String.valueOf(taken.first("holds").get("receipt"));
                Told lost = anna.post("/v1/holds/" + annas + "/heartbeat", draft(2, "Once upon a time"));
                assertThat(lost.status()).isEqualTo(410);
                assertThat(lost.text("detail")).containsOnlyOnce("Your text is kept, as it was last saved.");
                assertThat(anna.get("/v1/drafts/r").text("content")).isEqualTo("Once upon a time");
                Told left = ben.get("/v1/holds/" + bens + "/drafts");
                assertThat(left.first("drafts").get("name")).isEqualTo("anna");
                assertThat(left.response().body().contains("Once upon a time")).isEqualTo(reading);
                assertThat(left.first("drafts").get("draft") != null).isEqualTo(reading);
                assertThat(anna.get("/v1/holds/" + bens + "/drafts").response().body())
                        .as("for another user with the same receipt")
                        .isEqualTo("{\"drafts\":[]}");
                assertThat(ben.get("/v1/drafts/r").status()).as("it is not his").isEqualTo(404);
            }
        }
        assertThat(reads())
                .as("the answer to the takeover has no text")
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("user", "ben")
                        .containsEntry("resource", "r")
                        .containsEntry("owner", "anna"));
    }

    @Test
    void aTakeoverWithoutADraft_saysNothingOfOne_andAHiddenAuthorStaysHidden() throws Exception {
        Policy.Builder policy = Preset.OFFLINE.policy().toBuilder().drafts(true);
        try (Guarded server = server(policy.privacy(Policy.Privacy.HIDDEN).build())) {
            Http anna = server.http().as(server.token("anna", "editor").secret());
            Http ben = server.http().as(server.token("ben", "admin").secret());
            String takeover = ",\"takeover\":\"urgent\"";
            String annas = anna.take("r", "tab");
            assertThat(ben.post("/v1/locks", Http.taking("r", "tab", takeover)).json())
                    .doesNotContainKey("drafts");
            anna.post("/v1/holds/" + annas + "/heartbeat", "{}");
            annas = anna.take("s", "tab");
            anna.post("/v1/holds/" + annas + "/heartbeat", draft(1, "Once upon"));
            Told taken = ben.post("/v1/locks", Http.taking("s", "tab", takeover));
            assertThat(taken.first("drafts").get("sentence"))
                    .isEqualTo("The unfinished text of another user is kept for its author.");
            assertThat(taken.response().body()).doesNotContain("anna");
        }
    }
}
