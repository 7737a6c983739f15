package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.command.Commands.Known;
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
            Set.of("shell-lib", "mcp", "serve", "plan", "demo", "completion");

    static List<Known> all() {
        return Commands.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_hasADescriptionAndExamples(Known known) {
        CommandSpec spec = new CommandLine(known.create()).getCommandSpec();
        assertThat(spec.name()).isEqualTo(known.name());
        assertThat(spec.usageMessage().description()).as("description").isNotEmpty();
        assertThat(spec.usageMessage().footer())
                .as("examples, in the footer")
                .isNotEmpty()
                .allSatisfy(example -> assertThat(example).contains("holdfast " + known.name()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyOptionAndArgument_isDescribed(Known known) {
        CommandSpec spec = new CommandLine(known.create()).getCommandSpec();
        assertThat(spec.args()).isNotEmpty().allSatisfy(argument -> described(argument));
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_isFoundByItsName(Known known) {
        assertThat(Commands.named(known.name())).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("all")
    void command_hasASchemaUnlessItAnswersNoProgram(Known known) {
        Path schemas = Path.of("").toAbsolutePath().resolveSibling("docs").resolve("schemas");
        assertThat(Files.exists(schemas.resolve(known.name() + ".schema.json")))
                .as("docs/schemas/%s.schema.json is there", known.name())
                .isEqualTo(!FOR_PEOPLE_AND_SHELLS.contains(known.name()));
    }

    private static void described(ArgSpec argument) {
        assertThat(argument.description()).as(argument.paramLabel()).isNotEmpty();
    }
}
