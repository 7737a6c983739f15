package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The completion, in the shells that it is for: a user types and presses Tab. */
final class CompletionTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);
    private static final String READY = "shell-is-ready";
    private static final String CONFIGURATION = """
            resources:
              FrontMatter:
                - front/**
              StyleSystem:
                - style.css
              Scene_{scene:02}:
                - text/Scene_{scene:02}.md
            operations:
              tidy-up:
                locks: [StyleSystem]
            """;

    /** What is typed, with a tab for each press of Tab, and the words that the shell passes on. */
    private static final Map<String, String> LINES = Map.of(
            "acqu\tx", "[acquire][x]",
            "release Chap\tx", "[release][Chapter_03][x]",
            "acquire Fron\tx", "[acquire][FrontMatter][x]",
            "acquire Sce\tx", "[acquire][Scene_07][x]",
            "status --sto\tx", "[status][--store][x]",
            "history --by Ann\tx", "[history][--by][Annabel][x]",
            "run --operation tid\t-- sor\t", "[run][--operation][tidy-up][--][sort]",
            "init --pre\tboo\tx", "[init][--preset][book][x]",
            "who unusual-fi\tx", "[who][unusual-file.txt][x]",
            "run a -- sort unusual-fi\tx", "[run][a][--][sort][unusual-file.txt][x]");

    @TempDir
    Path folder;

    private ProjectFolder project;

    @BeforeEach
    void project() throws IOException {
        project = ProjectFolder.at(folder);
        Files.writeString(folder.resolve("holdfast.yaml"), CONFIGURATION);
        Files.writeString(folder.resolve("unusual-file.txt"), "");
        Files.createDirectories(folder.resolve("text"));
        Files.writeString(folder.resolve("text/Scene_07.md"), "");
        Files.writeString(folder.resolve("text/Other.md"), "");
        project.as("Annabel").run("acquire", "Chapter_03", "--new");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acq | words acquire",
                "--ow | words --owner",
                "help rel | words release",
                "acquire Sty | files StyleSystem",
                "acquire Sce | files Scene_07",
                "acquire --mode= | words --mode=exclusive --mode=shared",
                "--store sqlite:none.db release Chap | words",
                "release Chap | words Chapter_03",
                "request Sty | files StyleSystem",
                "answer Chap | words Chapter_03",
                "answer Chapter_03 m | words mute",
                "acquire x -- Sty | files StyleSystem",
                "run x -- Sty | command",
                "demo bo | words book board",
                "completion z | words zsh",
                "hooks install g | words gemini git",
                "trust x | folders",
                "nonsense sta | words status"
            })
    void words_areThoseThatFit(String typed, String expected) {
        String[] words = ("completion words -- " + typed).split(" ", -1);
        Holdfast.Done done = project.as("Annabel").run(words);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out().replaceAll("\t.*", "").strip().replace("\n", " ")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void tab_completesCommandsOptionsNamesAndFiles(String shell) throws IOException {
        assumeTrue(
                List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))),
                "no " + shell + " here");
        Holdfast.Running running = started(shell);
        await().atMost(TIMEOUT).until(() -> running.out().contains(READY));
        for (Map.Entry<String, String> line : LINES.entrySet()) {
            running.type("holdfast " + line.getKey() + "\n");
            await(shell + ": " + line.getKey())
                    .atMost(TIMEOUT)
                    .until(() -> running.out().contains("CALLED" + line.getValue() + "!"));
        }
        running.type("exit\n");
        running.done();
    }

    /** Starts the shell at a terminal. There {@code holdfast} completes, and prints the words of any other call. */
    private Holdfast.Running started(String shell) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path program = bin.resolve("holdfast");
        Files.writeString(
                program,
                "#!/bin/sh\nif [ \"$1\" = completion ]; then exec '" + String.join("' '", Holdfast.command())
                        + "' \"$@\"; fi\nprintf CALLED\nprintf '[%s]' \"$@\"\necho !\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                folder.resolve("completion"),
                project.as("Annabel").run("completion", shell).out());
        Holdfast user = project.as("Annabel")
                .with("PATH", bin + ":" + System.getenv("PATH"))
                .with("HOME", folder.toString())
                .with("XDG_CONFIG_HOME", folder.toString())
                .with("TERM", "xterm")
                .atTerminal();
        String begin = "echo shell-is-'ready'";
        return switch (shell) {
            case "bash" -> typed(user.start(List.of("bash", "--norc", "-i")), ". ./completion; " + begin + "\n");
            case "zsh" ->
                typed(
                        user.start(List.of("zsh", "-f", "-i")),
                        "autoload -U compinit; compinit -u -D; . ./completion; " + begin + "\n");
            default -> typed(user.start(List.of("fish", "--no-config", "-i")), "source ./completion; " + begin + "\n");
        };
    }

    private static Holdfast.Running typed(Holdfast.Running running, String text) throws IOException {
        running.type(text);
        return running;
    }

    @Test
    void anotherShell_isAUsageErrorThatNamesTheThree() {
        Holdfast.Done done = project.as("Annabel").run("completion", "tcsh");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("bash", "zsh", "fish", "tcsh");
    }
}
