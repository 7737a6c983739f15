package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.command.Commands.Known;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A digest says what the annotations say. */
final class DigestTest {
    static List<Known> all() {
        return Commands.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void model_byDigest_isThatOfTheAnnotations(Known known) throws Exception {
        CommandSpec annotated = new CommandLine(known.create()).getCommandSpec();
        Digest digest = copy(DigestWriter.of(known.create()).orElseThrow());
        CommandSpec digested = new CommandLine(digest.model(known.name(), known.create())).getCommandSpec();
        assertThat(digested.args()).hasSameSizeAs(annotated.args());
        for (int i = 0; i < annotated.args().size(); i++) {
            assertThat(facts(digested.args().get(i)))
                    .isEqualTo(facts(annotated.args().get(i)));
        }
        assertThat(digested.commandLine().getUsageMessage())
                .isEqualTo(annotated.commandLine().getUsageMessage());
    }

    @ParameterizedTest
    @MethodSource("all")
    void digest_isBesideTheClass(Known known) {
        assertThat(Digest.found(known.name(), known.create())).isNotNull();
    }

    /** Everything that an annotation can say, in order that nobody uses what a digest would leave out. */
    private static List<Object> facts(ArgSpec argument) throws Exception {
        OptionSpec option = argument instanceof OptionSpec found ? found : null;
        return Arrays.asList(
                option == null ? ((PositionalParamSpec) argument).index() : List.of(option.names()),
                option == null ? null : List.of(option.usageHelp(), option.versionHelp(), option.negatable()),
                option == null ? null : List.of(option.order(), option.fallbackValue()),
                argument.arity(),
                argument.paramLabel(),
                List.of(argument.description()),
                argument.type(),
                List.of(argument.auxiliaryTypes()),
                Arrays.stream(argument.converters()).map(Object::getClass).toList(),
                argument.defaultValue(),
                argument.required(),
                argument.hidden(),
                argument.hideParamSyntax(),
                argument.splitRegex(),
                argument.interactive(),
                argument.completionCandidates(),
                argument.parameterConsumer(),
                argument.preprocessor().getClass(),
                argument.scopeType(),
                argument.initialValue(),
                argument.getter().get());
    }

    private static Digest copy(Digest digest) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        digest.write(new DataOutputStream(bytes));
        return Digest.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
