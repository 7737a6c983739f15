package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user who has read {@code holdfast --help} and nothing else, and types what it shows. */
final class NewcomerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    private ProjectFolder project;
    private String help = "";

    @BeforeEach
    void readTheHelp() throws IOException {
        project = ProjectFolder.at(folder);
        help = project.as("Ann").run("--help").out();
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("holdfast");
        Files.writeString(program, "#!/bin/sh\nexec '" + String.join("' '", Holdfast.command()) + "' \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void takeSeeWaitReleaseTakeOverAndWatch_areFoundInTheHelp_andWorkAsPrinted() throws IOException {
        assertThat(typed("Ann", "take a lock").done().code()).isEqualTo(ExitCode.DONE);
        assertThat(typed("Ben", "see who has what").done().out()).contains("Chapter_03", "by Ann", "second draft");
        Holdfast.Running watch = typed("Cleo", "watch what happens");
        await().atMost(TIMEOUT).until(() -> watch.err().contains("Watching"));
        Holdfast.Running waiting = typed("Ben", "wait until it is free");
        await().atMost(TIMEOUT)
                .until(() -> project.as("Cleo").run("status").out().contains("1 waiting"));
        assertThat(typed("Ann", "release it").done().code()).isEqualTo(ExitCode.DONE);
        assertThat(waiting.done().code()).isEqualTo(ExitCode.DONE);
        assertThat(typed("Ann", "take over").done().code()).isEqualTo(ExitCode.DONE);
        assertThat(project.as("Cleo").run("who", "Chapter_03").out()).contains("Ann");
        await().atMost(TIMEOUT).until(() -> watch.out().contains("overridden"));
        watch.process().destroy();
        watch.process().descendants().forEach(ProcessHandle::destroy);
        assertThat(watch.out()).contains("acquired", "handed-over", "by Ann");
    }

    /** Types the example that the help explains with these words. */
    private Holdfast.Running typed(String owner, String purpose) throws IOException {
        String line = help.lines()
                .filter(example -> example.startsWith("  holdfast ") && example.contains("  " + purpose))
                .findFirst()
                .orElseThrow();
        String command = line.substring(0, line.indexOf("  " + purpose)).strip();
        String path = folder.resolve("bin") + ":" + System.getenv("PATH");
        return project.as(owner).with("PATH", path).start(List.of("sh", "-c", "exec " + command));
    }

    @Test
    void holdfastAlone_atATerminal_showsWhereOneStands() throws IOException {
        Holdfast ann = project.as("Ann").atTerminal();
        assertThat(ann.run().out())
                .containsPattern("Project +" + folder + ", without a holdfast.yaml")
                .containsPattern("Store +file:" + folder + "/.locks, which the first lock creates")
                .containsPattern("You are +Ann")
                .contains("No active locks", "holdfast acquire", "holdfast init");
        assertThat(folder.resolve(".locks")).doesNotExist();
        project.as("Ann").run("acquire", "a");
        assertThat(ann.run().out())
                .contains("- a: ", "by Ann", "holdfast release a ")
                .doesNotContain("--override");
        assertThat(project.as("Ben").atTerminal().run().out())
                .contains("- a: ", "holdfast acquire a --wait 10m ", "holdfast acquire a --override --note WHY ");
        Files.writeString(folder.resolve("holdfast.yaml"), "store: sqlite:/elsewhere/locks.db\n");
        Holdfast.Done untrusted =
                ann.with("XDG_STATE_HOME", folder.resolve("state").toString()).run();
        assertThat(untrusted.out()).contains("Problem ", "holdfast trust", "Next");
        assertThat(untrusted.code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void holdfastAlone_suggestsANameThatCanBeLockedThere() throws IOException {
        Path configuration = folder.resolve("holdfast.yaml");
        Map<String, String> suggested = Map.of(
                "resources:\n  front page:\n    - web/**\n  manual:\n    - docs/**\n", "'front page'",
                "resources:\n  part-{number:03}:\n    - parts/{number}.md\n", "part-003",
                "preset: board\nstore: dir:locks\n", "lock",
                "preset: resume\nstore: files:jobs\n", "import-7",
                "preset: book\n", "Chapter_03");
        Holdfast ann = project.as("Ann").atTerminal();
        for (Map.Entry<String, String> each : suggested.entrySet()) {
            Files.writeString(configuration, each.getKey());
            assertThat(ann.run().out())
                    .contains("holdfast acquire " + each.getValue() + " ")
                    .contains("holdfast run " + each.getValue() + " -- COMMAND ");
        }
        Files.writeString(configuration, "resources: 7\n");
        assertThat(ann.run().out()).contains("Problem ", "holdfast acquire RESOURCE ");
    }
}
