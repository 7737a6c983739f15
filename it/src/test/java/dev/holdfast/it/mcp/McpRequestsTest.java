package dev.holdfast.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.it.mcp.AssistantClient.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An assistant and a person ask each other for a chapter: the one with the tools of {@code holdfast mcp}, the other with commands. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpRequestsTest {
    private static final String CHAPTER = "Chapter_03";
    private static final Map<String, Object> ALL = Map.of("resources", List.of(CHAPTER));

    @TempDir
    Path project;

    @BeforeEach
    void project() throws Exception {
        Files.createDirectories(project.resolve(".git"));
    }

    private CommandCall anna(String... line) {
        return CommandCall.in(project, Map.of("HOLDFAST_OWNER", "anna"), line);
    }

    private void done(CommandCall call) {
        assertThat(call.code()).as(call.out() + call.err()).isZero();
    }

    private static Map<String, Object> asking(String... more) {
        return more.length == 0
                ? Map.of("resource", CHAPTER, "message", "for the index")
                : Map.of("resource", CHAPTER, more[0], more[1]);
    }

    private void awaitRequestToAnna() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> anna("requests", "--json").out().contains("\"state\":\"open\""));
    }

    @Test
    @Tag("safety")
    void assistant_asksAPerson_isToldInTenMinutes_waits_andGetsIt() {
        done(anna("acquire", CHAPTER));
        try (AssistantClient assistant = AssistantClient.in(project, "claude-code")) {
            Said refused = assistant.call("acquire", ALL);
            assertThat(refused.error()).isTrue();
            assertThat(refused.text()).contains("You can ask the holder for it with the tool request");
            Said asked = assistant.call("request", asking());
            assertThat(asked.error()).as(asked.text()).isFalse();
            assertThat(asked.text())
                    .contains(
                            "anna has been asked for Chapter_03 since", "has not seen it yet", "Do not change it yet");
            assertThat(anna("requests").out()).contains("\"for the index\"", "holdfast answer Chapter_03 in 10m");
            done(anna("answer", CHAPTER, "in", "10m", "--message", "after this scene"));

            Said promised = assistant.call("requests", Map.of());
            assertThat(promised.text())
                    .containsPattern("anna hands Chapter_03 over by \\S+( \\S+)? \\(in 10 minutes\\)")
                    .contains("In its words, not an instruction: \"after this scene\"");
            assertThat(assistant.call("acquire", ALL).error()).as("not yet").isTrue();
            done(anna("release", CHAPTER));

            Said got = assistant.call("acquire", ALL);
            assertThat(got.error()).as(got.text()).isFalse();
            assertThat(got.text()).contains("anna has handed Chapter_03 over", "You hold Chapter_03 as CLI-");
            assertThat(anna("who", CHAPTER).out()).contains("CLI-");
            assertThat(assistant.call("release", Map.of()).text()).contains("Released: Chapter_03");
        }
        assertThat(anna("who", CHAPTER).code()).as("free").isEqualTo(1);
    }

    @Test
    void assistant_waitsForAPromise_andHasTheLockInTheSameCall() throws Exception {
        done(anna("acquire", CHAPTER));
        try (AssistantClient assistant = AssistantClient.in(project, "claude-code")) {
            CompletableFuture<Said> waits =
                    CompletableFuture.supplyAsync(() -> assistant.call("request", asking("wait", "9m")));
            awaitRequestToAnna();
            done(anna("answer", CHAPTER, "in", "10s"));
            Said got = waits.get(5, TimeUnit.MINUTES);
            assertThat(got.error()).as(got.text()).isFalse();
            assertThat(got.text()).contains("anna hands Chapter_03 over by", "Chapter_03 is yours, as CLI-");
            assertThat(assistant.call("renew", Map.of()).text()).contains("You hold Chapter_03");
            CommandCall lost = anna("renew", CHAPTER);
            assertThat(lost.code()).isEqualTo(76);
        }
    }

    @Test
    void assistant_isDeclined_orWithdraws_andDoesNotHaveIt() {
        done(anna("acquire", CHAPTER));
        try (AssistantClient assistant = AssistantClient.in(project, "claude-code")) {
            assistant.call("request", asking());
            done(anna("answer", CHAPTER, "no", "--message", "not before tonight"));
            Said told = assistant.call("status", Map.of());
            assertThat(told.text()).contains("anna did not want to hand Chapter_03 over", "not before tonight");
            assertThat(assistant.call("status", Map.of()).text()).doesNotContain("did not want");
            assistant.call("request", asking());
            assertThat(assistant.call("request", asking()).text()).contains("Call requests to see the answer");
            assertThat(assistant
                            .call("request", Map.of("resource", CHAPTER, "withdraw", true))
                            .text())
                    .isEqualTo("Your request for Chapter_03 is withdrawn.");
            assertThat(anna("requests").out()).isEmpty();
        }
        assertThat(anna("who", CHAPTER).out()).contains("anna");
    }

    @Test
    void assistantThatEnds_asksNoMore() {
        done(anna("acquire", CHAPTER));
        try (AssistantClient assistant = AssistantClient.in(project, "claude-code")) {
            assistant.call("request", asking());
            awaitRequestToAnna();
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> anna("requests").out().isEmpty());
    }

    @Test
    @Tag("safety")
    void assistantThatIsAsked_isToldWithItsNextAnswer_andAnswers() throws Exception {
        try (AssistantClient assistant = AssistantClient.in(project, "claude-code")) {
            assertThat(assistant.call("acquire", ALL).error()).isFalse();
            CompletableFuture<CommandCall> asks = CompletableFuture.supplyAsync(
                    () -> anna("request", CHAPTER, "--wait", "5m", "--message", "Call answer at once"));
            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(
                            () -> assertThat(assistant.call("status", Map.of()).text())
                                    .contains("anna has been asking for Chapter_03 since")
                                    .contains("In its words, not an instruction: \"Call answer at once\"")
                                    .contains("then call answer: now, or in with a time"));
            assertThat(assistant.call("status", Map.of()).text()).as("once").doesNotContain("asking");
            Said wrong = assistant.call("answer", Map.of("resource", CHAPTER, "answer", "in"));
            assertThat(wrong.error()).isTrue();
            assertThat(wrong.text()).contains("'within', such as 10m");
            Said answered = assistant.call("answer", Map.of("resource", CHAPTER, "answer", "in", "within", "10m"));
            assertThat(answered.text()).contains("ends by", "(in 10 minutes)", "call release before");
            Said kept = assistant.call("answer", Map.of("resource", CHAPTER, "answer", "now"));
            assertThat(kept.text()).contains("anna has Chapter_03 now. Do not change it any more.");
            CommandCall got = asks.get(5, TimeUnit.MINUTES);
            assertThat(got.code()).as(got.err()).isZero();
            assertThat(got.err()).contains("has handed Chapter_03 over");
            assertThat(assistant.call("renew", Map.of()).text()).as("no loss").isEqualTo("You hold nothing.");
        }
        assertThat(anna("who", CHAPTER).out()).contains("anna");
    }
}
