package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a refused {@code run} says on lock directories and lock files, as their documents have it. */
final class RunHintsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    @Test
    @DisplayName("M5, M6: run on a lock directory names the path, the process and how to resolve it")
    void run_onALockDirectory_namesThePathAndTheWayOut() throws IOException {
        Holdfast here = ProjectFolder.at(folder).as("Ann").with("HOLDFAST_STORE", "dir:storage");
        Holdfast.Running holder = holding(here);
        Path lock = folder.resolve("storage/lock");
        assertThat(lock.resolve("cmd")).content().contains("sleep 600");
        Holdfast.Done refused = here.run("run", "lock", "--wait", "0", "--", "true");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains(
                        "holdfast: error: lock busy: " + lock,
                        "lock has been held by Ann (process ",
                        "To take it over: holdfast run lock --wait 0 --override --note 'your reason' -- true",
                        "remove the lock directory: rm -r " + lock);
        holder.process().destroy();
        holder.done();
    }

    @Test
    @DisplayName("R6: run on a lock file names process, host and time, and --force takes it over")
    void run_onALockFile_namesTheHolder_andForceTakesIt() throws IOException {
        Holdfast here = ProjectFolder.at(folder).as("Ann").with("HOLDFAST_STORE", "files:resume_locks");
        Holdfast.Running holder = holding(here);
        Holdfast.Done refused = here.run("run", "lock", "--", "true");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains("holdfast: error: lock is already in progress.", "--force --note 'your reason' -- true")
                .containsPattern(
                        "Lock held by: PID \\d+ on \\S+ \\(acquired \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)");
        Holdfast.Done taken = here.run("run", "lock", "--force", "--note", "nightly", "--", "echo", "mine");
        assertThat(taken.code()).as(taken.err()).isEqualTo(ExitCode.DONE);
        assertThat(taken.out()).isEqualTo("mine\n");
        Holdfast.Done lost = holder.done();
        assertThat(lost.code()).isEqualTo(ExitCode.LOST);
        assertThat(lost.err()).contains("took it over (nightly)");
    }

    private static Holdfast.Running holding(Holdfast here) throws IOException {
        Holdfast.Running holder = here.start("run", "lock", "--", "sh", "-c", "echo begun; exec sleep 600");
        await().atMost(TIMEOUT).until(() -> holder.out().contains("begun"));
        return holder;
    }
}
