package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wait: until all that is named is free at once, or the time is over. */
final class WaitTest {
    @TempDir
    Path folder;

    private Holdfast ann;
    private Holdfast bob;

    @BeforeEach
    void project() {
        ProjectFolder project = ProjectFolder.at(folder);
        ann = project.as("Ann");
        bob = project.as("Bob");
    }

    @Test
    void wait_forWhatIsFree_endsAtOnceAndTakesNothing() throws IOException {
        assertThat(bob.run("wait", "a", "b").code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("who", "a").code()).isEqualTo(ExitCode.FREE);
        assertThat(Files.exists(folder.resolve(".locks")))
                .as("looking makes nothing")
                .isFalse();
    }

    @Test
    void wait_forWhatIsGivenBack_ends() throws IOException {
        ann.run("acquire", "a", "b");
        Holdfast.Running waiting = bob.start("wait", "a", "b", "--wait", "50s");
        ann.run("release", "a");
        assertThat(waiting.process().isAlive()).as("one is still held").isTrue();
        ann.run("release", "b");
        assertThat(waiting.done().code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("who", "a").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    void wait_inVain_saysWhoHasIt_withTheChosenCode() {
        ann.run("acquire", "a", "--note", "galley proofs");
        Holdfast.Done busy = bob.run("wait", "a", "b", "--wait", "100ms");
        assertThat(busy.code()).isEqualTo(ExitCode.BUSY);
        assertThat(busy.err()).contains("a has been held by Ann", "galley proofs");
        assertThat(bob.run("wait", "a", "--wait", "0s", "-E", "9").code()).isEqualTo(9);
    }

    @Test
    void wait_stopped_isCancelled() throws Exception {
        ann.run("acquire", "a");
        Holdfast.Running waiting = bob.start("wait", "a");
        new ProcessBuilder("kill", "-INT", Long.toString(waiting.process().pid()))
                .start()
                .waitFor();
        assertThat(waiting.done().code()).isEqualTo(ExitCode.CANCELLED);
        assertThat(ann.run("who", "a").out()).contains("Ann");
    }
}
