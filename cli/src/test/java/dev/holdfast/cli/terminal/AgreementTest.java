package dev.holdfast.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user agreed to is done, and nothing else. */
final class AgreementTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("B4: a holder that came while the user was being asked is not overridden, but asked about")
    void override_agreedForOne_doesNotTakeFromAnother() throws Exception {
        ProjectFolder project = ProjectFolder.at(folder);
        project.as("CLI-1").run("acquire", "Chapter_03");
        Holdfast.Running asked =
                project.as("CLI-2").with("TERM", "xterm").atTerminal().start("acquire", "Chapter_03");
        shows(asked, "Instance: CLI-1");
        shows(asked, "Choose option (1-3): ");
        project.as("CLI-1").run("release", "Chapter_03");
        assertThat(project.as("CLI-3").run("acquire", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        asked.type("3\n");
        shows(asked, "Instance: CLI-3");
        asked.type("2\n");
        assertThat(asked.done().code()).isEqualTo(ExitCode.CANCELLED);
        assertThat(project.as("x").run("who", "Chapter_03").out()).contains("CLI-3");
    }

    private static void shows(Holdfast.Running running, String text) {
        await().atMost(Duration.ofSeconds(100)).until(() -> running.out().contains(text));
    }
}
