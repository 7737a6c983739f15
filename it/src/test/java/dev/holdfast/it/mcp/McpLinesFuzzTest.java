package dev.holdfast.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.check.Growth;
import dev.holdfast.check.Mutator;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever lines an assistant sends, the next question is answered, every answer is one of the protocol, and all ends. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpLinesFuzzTest {
    private static final Map<String, ?> HELLO = Map.of(
            "protocolVersion",
            "2025-06-18",
            "capabilities",
            Map.of(),
            "clientInfo",
            Map.of("name", "x", "version", "1"));
    private static final List<String> LINES = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"acquire\",\"arguments\":"
                    + "{\"resources\":[\"Chapter_03\"],\"note\":\"x\"}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"who\",\"arguments\":{}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"prompts/get\",\"params\":{\"name\":\"hand-over\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}",
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":6,\"error\":{\"code\":-1,\"message\":\"x\"}}",
            "[{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}]");

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void project() throws Exception {
        project = folder.toRealPath();
        Files.createDirectories(project.resolve(".git"));
    }

    @Test
    void everyLine_leavesTheNextAnswered() throws Exception {
        Mutator mutator = new Mutator(5);
        try (McpLines lines = new McpLines(project)) {
            greet(lines);
            int count = Extent.of(400, 20_000);
            Growth growth = Growth.over(count);
            for (int i = 0; i < count; i++) {
                String said = i % 10 == 0 ? mutator.pieces(20) : mutator.mutated(mutator.any(LINES));
                lines.say(said);
                if (i % 5 == 0) {
                    assertOrderly(lines.ask("probe " + i, "ping", Map.of()), said);
                }
                growth.round();
            }
            growth.requireBounded();
            assertThat(lines.ask("last", "tools/list", Map.of()))
                    .last()
                    .asString()
                    .contains("acquire");
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void lines_thatAreTooLongOrTooDeep_areRefused() throws Exception {
        try (McpLines lines = new McpLines(project)) {
            greet(lines);
            for (String said : List.of("[".repeat(200_000), "{\"a\":".repeat(100_000), "\"" + "x".repeat(6 << 20))) {
                lines.say(said);
                List<String> answers = lines.ask("after " + said.length(), "ping", Map.of());
                assertThat(answers).hasSize(2);
                assertThat(answers.get(0)).contains("\"error\"");
                assertOrderly(answers, said.substring(0, 20));
            }
            assertThat(lines.end()).isTrue();
        }
    }

    @Test
    void names_thatHideCharacters_areRepeatedAsEscapes() throws Exception {
        try (McpLines lines = new McpLines(project)) {
            greet(lines);
            String method = "p\uFEFFi\u202En\uDB40\uDC41g";
            lines.say("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"" + method + "\"}");
            List<String> answers = lines.ask("after", "ping", Map.of());
            assertThat(answers).hasSize(2);
            assertThat(answers.get(0)).contains("\\u202e");
            assertThat(String.valueOf(Json.readObject(answers.get(0)).get("error")))
                    .contains(method);
            assertOrderly(answers, method);
            assertThat(lines.end()).isTrue();
        }
    }

    private static void greet(McpLines lines) throws Exception {
        lines.ask("hello", "initialize", HELLO);
        lines.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private static void assertOrderly(List<String> answers, String said) {
        for (String answer : answers) {
            Map<String, @Nullable Object> read = Json.readObject(answer);
            assertThat(read).as(said).containsEntry("jsonrpc", "2.0");
            assertThat(answer).as(said).doesNotContain("\\tat ", "mistake in Holdfast", "java.lang");
            assertThat(Text.firstHidden(answer)).as(said + answer).isEqualTo(-1);
        }
    }
}
