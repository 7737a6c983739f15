package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command waits behind its gate. */
final class RunGateTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("M8: killed by force before it has the lock, it leaves a command that never begins")
    void run_killedWhileWaiting_neverBegins() throws Exception {
        ProjectFolder project = ProjectFolder.at(folder);
        Holdfast ann = project.as("Ann");
        ann.run("acquire", "x");
        Holdfast.Running run = project.as("Bob").start("run", "x", "--wait", "5m", "--", "touch", "begun");
        await().atMost(Duration.ofSeconds(100))
                .until(() -> ann.run("who", "x", "--json").out().contains("\"waiting\":1"));
        List<ProcessHandle> behindTheGate = run.process().descendants().toList();
        assertThat(behindTheGate).isNotEmpty();
        run.process().destroyForcibly().waitFor();
        assertThat(ann.run("release", "x").code()).isEqualTo(ExitCode.DONE);
        await().atMost(Duration.ofSeconds(100))
                .until(() -> behindTheGate.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(folder.resolve("begun")).doesNotExist();
        assertThat(ann.run("run", "x", "--wait", "1m", "--", "true").code()).isEqualTo(ExitCode.DONE);
    }
}
