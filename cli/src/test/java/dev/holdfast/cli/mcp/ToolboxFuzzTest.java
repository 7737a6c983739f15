package dev.holdfast.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.check.Growth;
import dev.holdfast.check.Mutator;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.internal.base.Text;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an assistant sends to a tool, it gets an answer that is harmless to read. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ToolboxFuzzTest {
    @TempDir
    Path folder;

    @Test
    void everyCall_isAnswered() throws Exception {
        Files.createDirectories(folder.resolve(".git"));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Environment environment =
                new Environment(Map.of(), folder.toRealPath(), InputStream.nullInputStream(), nowhere, nowhere);
        Mutator mutator = new Mutator(4);
        int failed = 0;
        int calls = Extent.of(400, 30_000);
        Growth growth = Growth.over(calls);
        try (CommandContext context = new CommandContext(environment, new GlobalOptions(), List.of());
                Toolbox tools = new Toolbox(context)) {
            for (int i = 0; i < calls; i++) {
                Tool tool = mutator.any(Tool.all());
                Map<String, Object> values = new HashMap<>();
                for (String name : tool.properties().keySet()) {
                    if (mutator.below(2) == 0) {
                        values.put(name, name.equals("wait") && mutator.below(2) == 0 ? "0s" : value(mutator));
                    }
                }
                if (mutator.below(20) == 0) {
                    values.put(mutator.pieces(2), 1);
                }
                values.computeIfPresent(
                        "wait", (name, wait) -> String.valueOf(wait).matches("\\d.*") ? "0s" : wait);
                Reply reply = tools.call(tool, values, mutator.pieces(2));
                assertThat(reply.text()).as(tool.name() + values).isNotBlank().doesNotContain("mistake in Holdfast");
                String text = reply.text().replace("\n", "").replace("\t", "");
                assertThat(Text.firstHidden(text))
                        .as(tool.name() + values + text)
                        .isEqualTo(-1);
                failed += reply.error() ? 1 : 0;
                growth.round();
            }
            growth.requireBounded();
        }
        assertThat(failed).isBetween(calls / 20, calls - 1);
    }

    private static Object value(Mutator mutator) {
        return switch (mutator.below(8)) {
            case 0 -> mutator.below(1_000);
            case 1 -> Arrays.asList(mutator.pieces(3), null, 7, List.of());
            case 2 -> Map.of("a", mutator.pieces(2));
            case 3 -> List.of(mutator.pieces(3), mutator.pieces(3));
            case 4 -> List.of("Chapter_0" + mutator.below(5));
            case 5 -> "shared";
            case 6 -> "Chapter_0" + mutator.below(5);
            default -> mutator.pieces(5);
        };
    }
}
