package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.command.Commands.CommandEntry;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The reference, {@code docs/cli.md}, leaves nothing out. */
final class CliDocumentTest {
    private static final Path FILE =
            Path.of("").toAbsolutePath().resolveSibling("docs").resolve("cli.md");

    static List<CommandEntry> all() {
        return Commands.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_hasASectionWithAnExample(CommandEntry entry) throws IOException {
        assertThat(section(entry.name())).contains("```sh\n").contains("holdfast " + entry.name());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyOption_isExplained(CommandEntry entry) throws IOException {
        String everywhere = between(Files.readString(FILE), "## Everywhere\n", "## ");
        String own = section(entry.name()) + (entry.name().equals("run") ? section("acquire") : "");
        List<OptionSpec> options =
                new CommandLine(entry.create()).getCommandSpec().options();
        assertThat(options)
                .isNotEmpty()
                .allSatisfy(option -> assertThat(everywhere + own).contains("`" + option.longestName()));
    }

    @Test
    void everyExitCode_isInTheTable() throws IOException, IllegalAccessException {
        String table = between(Files.readString(FILE), "## Exit codes\n", "## ");
        List<Integer> codes = new ArrayList<>();
        for (Field field : ExitCode.class.getFields()) {
            codes.add(field.getInt(null));
        }
        assertThat(codes)
                .hasSizeGreaterThan(10)
                .allSatisfy(code -> assertThat(table).contains("| " + code + " |"));
    }

    @Test
    void links_leadSomewhere() throws IOException {
        Matcher link = Pattern.compile("\\]\\(([^)#]+)").matcher(Files.readString(FILE));
        int checked = 0;
        while (link.find()) {
            assertThat(FILE.resolveSibling(link.group(1))).exists();
            checked++;
        }
        assertThat(checked).isGreaterThan(3);
    }

    private static String section(String command) throws IOException {
        return between(Files.readString(FILE), "\n### " + command + "\n", "\n##");
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        assertThat(from).as("the place of " + begin.strip()).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        return text.substring(from, to < 0 ? text.length() : to);
    }
}
