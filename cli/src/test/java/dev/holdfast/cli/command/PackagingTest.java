package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the image and the unit name is there: nothing here builds or starts them. */
final class PackagingTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final String DOCKERFILE = "Dockerfile";
    private static final String UNIT = "deploy/holdfast.service";

    private static String file(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    /** What the group of a pattern matched, wherever it did. */
    private static List<String> all(String pattern, String text) {
        List<String> found = Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(found).as(pattern).isNotEmpty();
        return found;
    }

    private static void isAccepted(List<String> words) {
        HoldfastCommand command = Objects.requireNonNull(Commands.named(words.get(0)), words.get(0));
        new CommandLine(command).parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }

    @Test
    void image_callsTheCommandAsItCanBeCalled() throws IOException {
        assertThat(all("^ENTRYPOINT .*", file(DOCKERFILE))).containsExactly("ENTRYPOINT [\"holdfast\"]");
        List<String> words = new ArrayList<>();
        for (String word : all("\"[^\"]*\"", all("^CMD .*", file(DOCKERFILE)).get(0))) {
            words.add(word.substring(1, word.length() - 1));
        }
        isAccepted(words);
    }

    @Test
    void unit_callsTheCommandAsItCanBeCalled() throws IOException {
        for (String line : all("^ExecStart=.*", file(UNIT))) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            assertThat(words.get(0)).isEqualTo("ExecStart=/usr/local/bin/holdfast");
            isAccepted(words.subList(1, words.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {DOCKERFILE, UNIT, "docs/operations.md"})
    void calls_shown_canBeMade(String name) throws IOException {
        for (String call : all("(?<=holdfast )(token|serve|clear) [^`|#\\n]*", file(name))) {
            isAccepted(Arrays.asList(call.strip().split(" +", -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {DOCKERFILE, UNIT, "docs/operations.md", "deploy/healthcheck"})
    void variables_areThoseThatAreExplained(String name) throws IOException {
        String explained = file("docs/configuration.md") + file("docs/cli.md");
        assertThat(all("HOLDFAST_[A-Z_]+", file(name)))
                .allSatisfy(variable -> assertThat(explained).containsPattern("`" + variable + "`"));
    }

    @Test
    void image_isMadeOfWhatIsBuilt() throws IOException {
        String image = file(DOCKERFILE);
        String installer = file("install.sh");
        List<String> jars = all("(?<=cli/target/fast/)[a-z-]+\\.jar", image);
        assertThat(all("(?<=^jars=')[^']+", installer).get(0).split(" ", -1))
                .containsExactlyInAnyOrderElementsOf(jars)
                .contains("holdfast.jar");
        for (String copied : List.of("holdfast", "deploy/healthcheck")) {
            assertThat(image).contains("/src/" + copied + " ");
            assertThat(Files.isExecutable(ROOT.resolve(copied))).as(copied).isTrue();
        }
        String modules = all("(?<=-pl )\\S+", image).get(0);
        assertThat(modules.split(",", -1))
                .allSatisfy(module ->
                        assertThat(ROOT.resolve(module).resolve("pom.xml")).exists());
        assertThat(file("holdfast"))
                .as("the launcher builds the same")
                .contains("modules=" + modules + " phase=package");
    }

    @Test
    void image_asksForSignIn_sinceItListensEverywhere() throws IOException {
        assertThat(file(DOCKERFILE)).contains("HOLDFAST_HOST=0.0.0.0", "HOLDFAST_TOKENS=true", "USER holdfast");
        assertThat(all("(?<=^EXPOSE )\\d+", file(DOCKERFILE))).containsExactly("7420");
    }

    @Test
    void image_isMadeOfImagesThatMayBeNamedByDigest() throws IOException {
        assertThat(all("^FROM .*", file(DOCKERFILE))).containsExactly("FROM ${JDK} AS build", "FROM ${JRE}");
        assertThat(all("^ARG [A-Z]+=", file(DOCKERFILE))).containsExactly("ARG JDK=", "ARG JRE=");
        assertThat(file(DOCKERFILE)).contains("--build-arg JDK=eclipse-temurin@sha256:");
    }

    @Test
    void server_withoutMemory_endsAndIsStartedAgain() throws IOException {
        assertThat(all("^Restart=.*", file(UNIT))).containsExactly("Restart=on-failure");
        assertThat(all("^SuccessExitStatus=.*", file(UNIT)))
                .as("the codes of a JVM without memory, 3 and 70, are failures")
                .containsExactly("SuccessExitStatus=143");
        assertThat(file("holdfast")).containsPattern("life\" = long [^\n]*\n[^\n]*ExitOnOutOfMemoryError");
        assertThat(file(DOCKERFILE)).contains("--restart unless-stopped");
    }

    /** A JVM that does not start has the code 1, which is "free" of who and leave to write of a hook. */
    @Test
    void windowsLauncher_turnsTheCodesOfAJvmThatDidNotStart() throws IOException {
        String launcher = file("holdfast.cmd");
        assertThat(all("exit /b .*", launcher).stream().distinct())
                .as("every end has the code of the command, or that of a failure")
                .containsExactlyInAnyOrder("exit /b %UNJUDGED%", "exit /b %CODE%");
        String free = all("(?<=-Dholdfast\\.free=)\\d+", launcher).get(0);
        assertThat(launcher)
                .containsSubsequence(
                        "set \"UNJUDGED=69\"",
                        "dev.holdfast.cli.Main %*",
                        "set \"CODE=%ERRORLEVEL%\"",
                        "if \"%ANSWERS%:%CODE%\"==\"who:1\" goto failed",
                        "if \"%ANSWERS%\"==\"hook\" if not \"%CODE%\"==\"0\" if not \"%CODE%\"==\"2\" goto failed",
                        "if \"%ANSWERS%:%CODE%\"==\"who:" + free + "\" set \"CODE=1\"",
                        ":failed",
                        "exit /b %UNJUDGED%");
        assertThat(all("if \"%~1\"==\"hook\" .*", launcher))
                .singleElement()
                .asString()
                .contains("UNJUDGED=0");
        assertThat(all("if not \"%~2\"==\"open\" .*", launcher))
                .singleElement()
                .asString()
                .contains("UNJUDGED=2");
    }
}
