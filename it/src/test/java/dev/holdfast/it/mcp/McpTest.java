package dev.holdfast.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.cli.Main;
import dev.holdfast.internal.json.Json;
import dev.holdfast.it.mcp.AssistantClient.Said;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two assistants, each with its own {@code holdfast mcp}, in one project. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpTest {
    private static final Map<String, Object> CHAPTER =
            Map.of("resources", List.of("Chapter_03"), "note", "second draft");

    @TempDir
    Path project;

    @BeforeEach
    void project() throws IOException {
        Files.writeString(project.resolve("holdfast.yaml"), """
                resources:
                  payments: ["src/payments/**"]
                  Chapter_{chapter:02}: ["text/Chapter_{chapter:02}.md"]
                """);
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofMinutes(2));
    }

    private LockManager locks() {
        return LockManager.open("file:" + project.resolve(".locks"));
    }

    @Test
    void tools_areDescribed() {
        try (AssistantClient one = AssistantClient.in(project, "claude-code")) {
            assertThat(one.sdk().listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .containsExactlyInAnyOrder(
                            "acquire", "release", "renew", "status", "who", "request", "requests", "answer");
            assertThat(one.sdk().getServerInstructions()).contains("Before you change a file, call acquire");
            assertThat(one.sdk().listPrompts().prompts())
                    .extracting(McpSchema.Prompt::name)
                    .containsExactlyInAnyOrder("work-side-by-side", "hand-over");
            assertThat(one.sdk()
                            .getPrompt(McpSchema.GetPromptRequest.builder("hand-over")
                                    .build())
                            .messages())
                    .hasSize(1);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("B19: two assistants contend for a chapter; the second is told who, since, until, why and what else")
    void chapter_isOneAssistants() {
        try (AssistantClient one = AssistantClient.in(project, "claude-code");
                AssistantClient two = AssistantClient.in(project, "Claude Desktop")) {
            Said got = one.call("acquire", CHAPTER);
            assertThat(got.error()).as(got.text()).isFalse();
            assertThat(got.text()).containsPattern("You hold Chapter_03 as CLI-\\d+");
            Said refused = two.call("acquire", Map.of("resources", List.of("Chapter_03", "Chapter_04")));
            assertThat(refused.error()).isTrue();
            assertThat(refused.text())
                    .containsPattern("Chapter_03 has been held by CLI-\\d+ .*since \\d\\d:\\d\\d")
                    .contains("second draft", "Nothing was taken", "Free now: Chapter_04", "wait");
            assertThat(two.call("who", Map.of("resource", "Chapter_04")).text()).contains("free");
            assertThat(two.call("status", Map.of()).text()).contains("Chapter_03");
            assertThat(one.call("acquire", CHAPTER).error()).as("again").isFalse();
            assertThat(one.call("renew", Map.of()).text()).contains("You hold Chapter_03");
            Said stolen = two.call("release", Map.of("resources", List.of("Chapter_03")));
            assertThat(stolen.error()).isTrue();
            assertThat(stolen.text()).contains("You do not hold Chapter_03");
            assertThat(one.call("release", Map.of()).text()).isEqualTo("Released: Chapter_03.");
            Said next = two.call("acquire", CHAPTER);
            assertThat(next.text()).containsPattern("as Desktop-\\d+");
        }
        try (LockManager locks = locks()) {
            eventually().untilAsserted(() -> assertThat(locks.list("")).isEmpty());
        }
    }

    @Test
    void name_thatIsNotDeclared_isRefusedUnlessItIsMeant() {
        try (AssistantClient one = AssistantClient.in(project, "claude-code")) {
            Said refused = one.call("acquire", Map.of("resources", List.of("Chaptr_3", "payments")));
            assertThat(refused.error()).isTrue();
            assertThat(refused.text())
                    .contains(
                            "'Chaptr_3' is not declared in holdfast.yaml; did you mean Chapter_03?",
                            "add 'new': true.");
            assertThat(one.call("acquire", Map.of("resources", List.of("payments"), "new", "yes"))
                            .text())
                    .contains("'new' is true or false.");
            assertThat(one.call("status", Map.of()).text())
                    .contains("No active locks")
                    .doesNotContain("payments");
            Said meant = one.call("acquire", Map.of("resources", List.of("Chaptr_3", "Chapter_3"), "new", true));
            assertThat(meant.text()).contains("You hold Chaptr_3, Chapter_03 as ");
        }
    }

    @Test
    @DisplayName("B19: whoever waits gets it when it is given back, in the same call")
    void waiting_getsIt() throws Exception {
        try (AssistantClient one = AssistantClient.in(project, "claude-code");
                AssistantClient two = AssistantClient.in(project, "gemini-cli")) {
            one.call("acquire", CHAPTER);
            CompletableFuture<Said> waits = CompletableFuture.supplyAsync(
                    () -> two.call("acquire", Map.of("resources", List.of("Chapter_03"), "wait", "50s")));
            try (LockManager locks = locks()) {
                eventually().until(() -> !locks.view("Chapter_03").queue().isEmpty());
            }
            one.call("release", Map.of());
            assertThat(waits.get(120, TimeUnit.SECONDS).error()).isFalse();
        }
    }

    @Test
    @DisplayName("B19: the locks of an assistant that is gone are free, however it went")
    void gone_isFree() {
        Set<ProcessHandle> before = ProcessHandle.current().descendants().collect(Collectors.toSet());
        AssistantClient one = AssistantClient.in(project, "claude-code");
        one.call("acquire", CHAPTER);
        one.call("renew", Map.of()); // as it does by itself from time to time
        List<ProcessHandle> servers = ProcessHandle.current()
                .descendants()
                .filter(process -> !before.contains(process))
                .toList();
        assertThat(servers).isNotEmpty();
        servers.forEach(ProcessHandle::destroyForcibly);
        try (AssistantClient two = AssistantClient.in(project, "claude-code")) {
            eventually().until(() -> !two.call("acquire", CHAPTER).error());
        }
    }

    @Test
    @DisplayName("B19: files stand for what covers them; sub-agents exclude each other")
    void files_andAgents() {
        try (AssistantClient one = AssistantClient.in(project, "claude-code")) {
            Map<String, Object> file = Map.of("resources", List.of("src/payments/Refund.java"), "agent", "alpha");
            assertThat(one.call("acquire", file).text())
                    .contains("You hold payments")
                    .contains("agent-alpha");
            Said refused =
                    one.call("acquire", Map.of("resources", List.of("src/payments/Charge.java"), "agent", "beta"));
            assertThat(refused.error()).isTrue();
            assertThat(refused.text()).contains("payments has been held by");
            one.call("acquire", Map.of("resources", List.of("./notes.txt"), "mode", "shared"));
            Map<String, Object> shared = Map.of("resources", List.of("./notes.txt"), "mode", "shared", "agent", "beta");
            assertThat(one.call("acquire", shared).error()).isFalse();
            assertThat(one.call("acquire", Map.of("resources", List.of("./notes.txt"), "agent", "alpha"))
                            .error())
                    .isTrue();
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("B19: the hook lets an assistant edit what it took by its tools, and no other")
    void hook_knowsTheTools() throws Exception {
        try (AssistantClient own = AssistantClient.in(project, "claude-code");
                AssistantClient other = AssistantClient.elsewhere(project, "claude-code")) {
            own.call("acquire", Map.of("resources", List.of("src/payments/Refund.java")));
            own.call("renew", Map.of());
            assertThat(hook("src/payments/Refund.java")).isZero();
            own.call("release", Map.of());
            other.call("acquire", Map.of("resources", List.of("src/payments/Refund.java")));
            assertThat(hook("src/payments/Refund.java")).isEqualTo(2);
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("B19: what else was started beside the assistant is somebody else's")
    void hook_knowsOnlyTheTools() throws Exception {
        Process run = start(holdfast("run", "payments", "--", "sleep", "120"));
        try (LockManager locks = locks()) {
            eventually().until(() -> !locks.view("payments").free());
            assertThat(hook("src/payments/Refund.java")).isEqualTo(2);
        } finally {
            run.destroy();
            run.waitFor();
        }
    }

    @Test
    @Tag("safety")
    @DisplayName("B19: the guard in git lets an assistant commit what it took by its tools, and no other")
    void gitGuard_knowsTheTools() throws Exception {
        Files.createDirectories(project.resolve("src/payments"));
        Files.writeString(project.resolve("src/payments/Refund.java"), "class Refund {}");
        assertThat(start(List.of("git", "init", "-q")).waitFor()).isZero();
        assertThat(start(List.of("git", "add", "src")).waitFor()).isZero();
        try (AssistantClient own = AssistantClient.in(project, "claude-code");
                AssistantClient other = AssistantClient.elsewhere(project, "claude-code")) {
            own.call("acquire", Map.of("resources", List.of("payments")));
            assertThat(start(holdfast("guard", "--staged")).waitFor()).isZero();
            own.call("release", Map.of());
            other.call("acquire", Map.of("resources", List.of("payments")));
            assertThat(start(holdfast("guard", "--staged")).waitFor()).isEqualTo(2);
        }
    }

    private static List<String> holdfast(String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        return line;
    }

    private Process start(List<String> line) throws IOException {
        return new ProcessBuilder(line)
                .directory(project.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The exit code for an edit of that file by a session that this process is. */
    private int hook(String file) throws Exception {
        Process process = start(holdfast("hook"));
        try (Writer in = process.outputWriter()) {
            in.write(Json.write(Map.of(
                    "session_id",
                    "one",
                    "cwd",
                    project.toString(),
                    "hook_event_name",
                    "PreToolUse",
                    "tool_name",
                    "Edit",
                    "tool_input",
                    Map.of("file_path", project.resolve(file).toString()))));
        }
        return process.waitFor();
    }

    @Test
    void nonsense_isToldInASentence() {
        try (AssistantClient one = AssistantClient.in(project, "nobody")) {
            for (Map.Entry<Map<String, Object>, String> wrong : Map.<Map<String, Object>, String>of(
                            Map.of(), "Say what to lock",
                            Map.of("resources", 7.5), "is a list of names",
                            Map.of("resources", List.of("payments"), "wait", "soon"), "'wait'",
                            Map.of("resources", List.of("payments"), "wait", "5h"), "10m at most",
                            Map.of("resources", List.of("payments"), "mode", "mine"), "exclusive or shared",
                            Map.of("resource", "x"), "takes no 'resource'",
                            Map.of("operation", "nonsense"), "There is no operation 'nonsense'",
                            Map.of("resources", List.of("x\u0000"), "new", true), "control characters")
                    .entrySet()) {
                Said said = one.call("acquire", wrong.getKey());
                assertThat(said.error()).as(said.text()).isTrue();
                assertThat(said.text()).contains(wrong.getValue()).doesNotContain("Exception");
            }
            assertThat(one.call("who", Map.of()).error()).isTrue();
        }
    }
}
