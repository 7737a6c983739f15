package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A run whose store cannot be used: the command does not begin, no lock is left, one sentence says why. */
final class RunFailureTest {
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
    void run_placeThatCannotBeMade_doesNotBegin() throws IOException {
        Files.writeString(folder.resolve("taken"), "a file");
        for (String store : List.of("file:taken/.locks", "dir:taken/d", "files:taken/f", "sqlite:taken/s.db")) {
            unwritable(ann.run("--store", store, "run", "x", "--", "touch", "begun"));
        }
        unwritable(ann.run("--store", "file:/proc/none/.locks", "run", "x", "--", "touch", "begun"));
    }

    @Test
    void run_fullDisk_doesNotBeginAndLeavesNoLock() throws IOException {
        assertThat(ann.run("acquire", "y").code()).isEqualTo(ExitCode.DONE);
        String before = project.registryText();
        String line = "ulimit -f 0; exec '" + String.join("' '", Holdfast.command()) + "' run x -- touch begun";
        Holdfast.Running full = ann.start(List.of("sh", "-c", line.replace("'-Xshare:auto'", "-XX:-UsePerfData")));
        Holdfast.Done done = full.done();
        assertThat(done.code()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(folder.resolve("begun")).doesNotExist();
        assertThat(project.registryText()).isEqualTo(before);
        assertThat(ann.run("who", "x").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B15: a corrupt registry is set aside with a warning, and the command runs")
    void run_corruptRegistry_goesOn() throws IOException {
        Files.createDirectories(project.registry().getParent());
        Files.writeString(project.registry(), "{\"locks\": [oops");
        Holdfast.Done done = ann.run("run", "x", "--", "touch", "begun");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.err()).contains("locks.json.corrupt.");
        assertThat(folder.resolve("begun")).exists();
        assertThat(project.registryText()).doesNotContain("\"x\"");
    }

    @Test
    @DisplayName("B8: a registry that goes away under the command stops it")
    void run_registryRemoved_isLost() {
        Holdfast.Done done = ann.run("run", "x", "--", "sh", "-c", "rm -r .locks; exec sleep 600");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.LOST);
        assertThat(done.err()).contains("Your lock on x has ended");
    }

    private void unwritable(Holdfast.Done done) {
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(done.err().lines()).as(done.err()).hasSize(1);
        assertThat(folder.resolve("begun")).doesNotExist();
    }
}
