package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wait: until all that is named is free at once, or the time is over. */
final class WaitTest {
    @TempDir
    Path folder;

    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    private ProjectFolder project;
    private Holdfast ann;
    private Holdfast bob;

    @BeforeEach
    void project() {
        project = ProjectFolder.at(folder);
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
        assertThat(busy.err())
                .contains("a has been held by Ann", "galley proofs")
                .contains("To wait on: holdfast wait a --wait 5m\n")
                .contains("To take it over: holdfast acquire a --override --note 'your reason'\n");
        String taken = "holdfast acquire a --override --note 'your reason' --store file:.locks --owner Eve\n";
        assertThat(bob.run("wait", "a", "--wait", "0", "--store", "file:.locks", "--owner", "Eve")
                        .err())
                .contains("holdfast wait a --wait 5m --store file:.locks\n", taken);
        assertThat(bob.run("wait", "a", "--wait", "0", "-E", "9").code()).isEqualTo(9);
        assertThat(bob.run("wait", "a", "--wait", "0", "--busy-code", "9").code())
                .isEqualTo(9);
        Holdfast.Done wrong = bob.run("wait", "a", "-E", "256");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("from 0 to 255");
    }

    @Test
    void wait_withoutATerminal_reportsNowAndThen_unlessItIsQuiet() throws IOException {
        ann.run("acquire", "a", "--mode", "shared");
        for (String other : List.of("Ada", "Ben", "Cleo", "Dan")) {
            project.as(other).run("acquire", "a", "--mode", "shared");
        }
        Holdfast often = bob.with("HOLDFAST_REPORT_EVERY", "100ms");
        Holdfast.Running waiting = often.start("wait", "a");
        Holdfast.Running acquiring = often.start("acquire", "a", "--wait", "5m");
        String line = "holdfast: Waiting for a: Ann, Ada, Ben, Cleo, Dan share it for ";
        await().atMost(TIMEOUT).until(() -> waiting.err().contains(line));
        await().atMost(TIMEOUT).until(() -> acquiring.err().contains(line));
        assertThat(waiting.err()).contains(" left.").doesNotContain("Ctrl-C");
        assertThat(bob.run("who", "a").out()).contains("shared by Ann, Ada, Ben, Cleo and Dan since ");
        acquiring.process().destroy();
        waiting.process().destroy();
        assertThat(often.run("wait", "a", "--wait", "1s", "-q").err()).isEmpty();
    }

    @Test
    void wait_atATerminal_showsALineAndRings() throws IOException {
        ann.run("acquire", "a");
        Holdfast.Running waiting = bob.with("TERM", "xterm").atTerminal().start("wait", "a");
        await().atMost(TIMEOUT).until(() -> waiting.out().contains("Waiting for a: Ann has it for "));
        ann.run("release", "a");
        Holdfast.Done done = waiting.done();
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Ctrl-C cancels.", "\007");
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
