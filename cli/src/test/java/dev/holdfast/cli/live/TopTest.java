package dev.holdfast.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live list on the screen of a terminal: what it shows, and that the terminal is as before after every end. */
final class TopTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);
    private static final String RESTORED = "restored with code ";

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    private ProjectFolder project;
    private Holdfast ann;

    @BeforeEach
    void project() {
        project = ProjectFolder.at(folder);
        ann = project.as("Ann");
    }

    @AfterEach
    void endAll() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void top_showsChangesAsTheyHappen_untilQ() throws IOException {
        ann.run("acquire", "Chapter_03");
        Holdfast.Running top = top();
        shows(top, "1 held, 0 stale, 0 waiting");
        assertThat(lastPicture(top))
                .containsPattern("RESOURCE +HOLDER +AGE +LEFT +QUEUE")
                .containsPattern("Chapter_03 +Ann +\\d+s +- +-");
        project.as("Ben").run("acquire", "Chapter_04", "--ttl", "10m");
        shows(top, "2 held");
        assertThat(lastPicture(top)).containsPattern("Chapter_04 +Ben +\\d+s +9m\\d\\ds +-");
        ann.run("release", "Chapter_03");
        shows(top, "1 held, 0 stale, 0 waiting  file");
        for (String line : lastPicture(top).split("\r?\n", -1)) {
            assertThat(line.replaceAll("\u001B\\[[0-9;?]*[A-Za-z]", ""))
                    .as("80 columns")
                    .hasSizeLessThanOrEqualTo(80);
        }
        assertThat(lastPicture(top).split("\n", -1)).as("24 lines").hasSize(24);
        top.type("q");
        shows(top, RESTORED + ExitCode.DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP", "KILL"})
    void top_endedByASignal_leavesTheTerminalAsItWas(String signal) throws Exception {
        ann.run("acquire", "Chapter_03");
        Holdfast.Running top = top();
        shows(top, "1 held");
        ProcessHandle program = top.process()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow();
        new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                .start()
                .waitFor();
        shows(top, RESTORED);
    }

    @Test
    void top_ctrlC_leavesTheTerminalAsItWas() throws IOException {
        Holdfast.Running top = top();
        shows(top, "looking for the locks");
        top.type("\003");
        shows(top, RESTORED + ExitCode.CANCELLED);
    }

    @Test
    void top_withoutATerminal_saysWhatToUseInstead() {
        Holdfast.Done done = ann.run("top");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("holdfast watch", "holdfast status");
        Holdfast.Done dumb = ann.with("TERM", "dumb").atTerminal().run("top");
        assertThat(dumb.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ann.run("top", "--json").err()).contains("holdfast watch --json");
    }

    /** Starts it in a window of 80 columns and 24 lines, in a shell that says when the settings are those from before. */
    private Holdfast.Running top() throws IOException {
        List<String> command = new ArrayList<>(Holdfast.command());
        command.add("top");
        String script = "trap : INT; stty rows 24 cols 80; saved=$(stty -g); '" + String.join("' '", command)
                + "'; code=$?; until [ \"$(stty -g)\" = \"$saved\" ]; do sleep 0.1; done; echo '" + RESTORED
                + "'$code";
        Holdfast.Running top =
                project.as("Cleo").with("TERM", "xterm").atTerminal().start(List.of("sh", "-c", script));
        started.add(top.process());
        return top;
    }

    private static void shows(Holdfast.Running top, String text) {
        await().atMost(TIMEOUT)
                .until(() -> top.out()
                        .substring(top.out().lastIndexOf("\u001B[H") + 1)
                        .contains(text));
    }

    private static String lastPicture(Holdfast.Running top) {
        String out = top.out();
        int end = out.lastIndexOf("\u001B[J");
        return out.substring(out.lastIndexOf("\u001B[H", end), end);
    }
}
