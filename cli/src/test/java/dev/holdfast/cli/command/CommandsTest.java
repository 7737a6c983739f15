package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.command.Commands.CommandEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** What every command owes to those who read its help. */
final class CommandsTest {
    private static final Set<String> FOR_PEOPLE_AND_SHELLS =
            Set.of("shell-lib", "top", "mcp", "serve", "plan", "demo", "completion");

    static List<CommandEntry> all() {
        return Commands.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_hasADescriptionAndExamples(CommandEntry entry) {
        CommandSpec spec = new CommandLine(entry.create()).getCommandSpec();
        assertThat(spec.name()).isEqualTo(entry.name());
        assertThat(spec.usageMessage().description()).as("description").isNotEmpty();
        assertThat(spec.usageMessage().footer())
                .as("examples, in the footer")
                .isNotEmpty()
                .allSatisfy(example -> assertThat(example).contains("holdfast " + entry.name()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyOptionAndArgument_isDescribed(CommandEntry entry) {
        CommandSpec spec = new CommandLine(entry.create()).getCommandSpec();
        assertThat(spec.args()).isNotEmpty().allSatisfy(argument -> described(argument));
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_isFoundByItsName(CommandEntry entry) {
        assertThat(Commands.named(entry.name())).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_hasASchemaUnlessItAnswersNoProgram(CommandEntry entry) {
        Path schemas = Path.of("").toAbsolutePath().resolveSibling("docs").resolve("schemas");
        assertThat(Files.exists(schemas.resolve(entry.name() + ".schema.json")))
                .as("docs/schemas/%s.schema.json is there", entry.name())
                .isEqualTo(!FOR_PEOPLE_AND_SHELLS.contains(entry.name()));
    }

    private static void described(ArgSpec argument) {
        assertThat(argument.description()).as(argument.paramLabel()).isNotEmpty();
    }
}
