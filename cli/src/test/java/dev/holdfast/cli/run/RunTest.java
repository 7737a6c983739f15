package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Receipt;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command under a lock: what it gets, what comes back, whom it excludes. */
final class RunTest {
    @TempDir
    Path folder;

    private ProjectFolder project;
    private Holdfast ann;

    @BeforeEach
    void makeProject() {
        project = ProjectFolder.at(folder);
        ann = project.as("CLI-1");
    }

    @Test
    @DisplayName("B8, B11: the exit code is the command's own, and the lock is released also when the work failed")
    void run_failed_givesBackAndPassesTheCodeOn() {
        Holdfast.Done done = ann.run("run", "Chapter_03", "--", "sh", "-c", "cat .locks/locks.json; exit 3");
        assertThat(done.code()).isEqualTo(3);
        assertThat(done.out())
                .contains("\"resource\": \"Chapter_03\"", "\"instance\": \"CLI-1\"", "\"owner\": \"CLI-1/");
        assertThat(project.registryText()).doesNotContain("Chapter_03");
        assertThat(ann.run("run", "Chapter_03", "--", "sh", "-c", "kill -9 $$").code())
                .isEqualTo(128 + 9);
    }

    @Test
    @DisplayName("B14: an operation takes all its resources or none")
    void run_oneBusy_takesNone() {
        assertThat(project.as("CLI-2").run("acquire", "ProjectConfig").code()).isEqualTo(ExitCode.DONE);
        Holdfast.Done done = ann.run("run", "Chapter_03", "ProjectConfig", "--", "touch", "done");
        assertThat(done.code()).isEqualTo(ExitCode.BUSY);
        assertThat(done.err()).contains("ProjectConfig has been held by CLI-2");
        assertThat(folder.resolve("done")).doesNotExist();
        assertThat(project.registryText()).doesNotContain("Chapter_03");
    }

    @Test
    void run_several_tellsTheCommandLineByLine() {
        Holdfast.Done done = ann.run(
                "run",
                "b",
                "a's",
                "--",
                "sh",
                "-c",
                "echo \"$HOLDFAST_RESOURCE\"; echo \"$HOLDFAST_FENCE\"; echo \"$HOLDFAST_RECEIPT\"");
        List<String> lines = done.out().lines().toList();
        assertThat(lines).as(done.err()).hasSize(6).startsWith("a's", "b");
        assertThat(lines.subList(2, 4)).allMatch(fence -> fence.matches("\\d+"));
        assertThat(Receipt.parse(lines.get(4)).resource()).isEqualTo("a's");
        assertThat(Receipt.parse(lines.get(5)).resource()).isEqualTo("b");
    }

    @Test
    void run_inside_entersByReceiptAndOtherwiseExcludes() {
        String again = "'" + String.join("' '", Holdfast.command()) + "' run x";
        Holdfast.Done done = ann.run("run", "x", "--", "sh", "-c", again + " -- echo entered");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("entered");
        Holdfast.Done apart =
                ann.run("run", "x", "--", "sh", "-c", "unset HOLDFAST_RECEIPT; " + again + " -- echo entered");
        assertThat(apart.code()).isEqualTo(ExitCode.BUSY);
        assertThat(apart.out()).isEmpty();
    }

    @Test
    void run_heldByItsOwnInstance_entersAndLeavesItHeld() {
        assertThat(ann.run("acquire", "x").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("run", "x", "--", "true").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("who", "x").out()).contains("held by CLI-1 since");
        assertThat(project.as("CLI-2").run("run", "x", "--", "true").code()).isEqualTo(ExitCode.BUSY);
    }

    @Test
    void run_noSuchCommand_hasTheShellsCodesAndLeavesNoLock() throws IOException {
        Files.writeString(folder.resolve("plain"), "text");
        assertThat(ann.run("run", "x", "--", "no-such-command").code()).isEqualTo(127);
        assertThat(ann.run("run", "x", "--", "./plain").code()).isEqualTo(126);
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
        Holdfast.Done undivided = ann.run("run", "x", "true");
        assertThat(undivided.code()).isEqualTo(ExitCode.USAGE);
        assertThat(undivided.err()).contains("-- COMMAND");
    }

    @Test
    void run_typedInput_reachesTheCommand() {
        assertThat(ann.typing("one\ntwo\n", "run", "x", "--", "cat").out()).isEqualTo("one\ntwo\n");
    }
}
