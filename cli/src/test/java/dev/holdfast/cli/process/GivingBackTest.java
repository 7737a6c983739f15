package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Release: by name, by receipt, all of an instance. */
final class GivingBackTest {
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
    void all_givesBackEverythingOfThisInstanceAlone() {
        ann.run("acquire", "a", "b");
        ann.run("acquire", "c");
        bob.run("acquire", "d");
        assertThat(ann.run("release", "--all").code()).isEqualTo(ExitCode.DONE);
        for (String free : new String[] {"a", "b", "c"}) {
            assertThat(bob.run("who", free).code()).as(free).isEqualTo(ExitCode.FREE);
        }
        assertThat(ann.run("who", "d").out()).contains("Bob");
        assertThat(ann.run("release", "--all").code()).as("once more").isEqualTo(ExitCode.DONE);
    }

    @Test
    void receipt_givesBackFromAnywhere_andOnlyThat() {
        String receipt = ann.run("acquire", "a").out().strip();
        ann.run("acquire", "b");
        assertThat(bob.run("release", "--receipt", receipt).code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("who", "a").code()).isEqualTo(ExitCode.FREE);
        assertThat(bob.run("who", "b").out()).contains("Ann");
    }

    @Test
    void receipt_ofALostHold_saysWhoTookIt() {
        String receipt = ann.run("acquire", "a").out().strip();
        assertThat(bob.run("acquire", "a", "--override").code()).isEqualTo(ExitCode.DONE);
        Holdfast.Done late = ann.run("release", "--receipt", receipt);
        assertThat(late.code()).isEqualTo(ExitCode.LOST);
        assertThat(late.err()).contains("Your lock on a has ended", "Bob");
        assertThat(bob.run("who", "a").out()).contains("Bob");
    }

    @Test
    void several_ofWhichOneIsAnothers_givesBackTheRest() {
        ann.run("acquire", "a");
        bob.run("acquire", "b");
        Holdfast.Done done = ann.run("release", "a", "b", "c");
        assertThat(done.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err())
                .contains("Ann does not hold b", "Bob", "--receipt")
                .doesNotContain("hold c");
        assertThat(ann.run("who", "a").code()).isEqualTo(ExitCode.FREE);
        assertThat(ann.run("who", "b").out()).contains("Bob");
    }

    @Test
    void nothingOrNonsense_isAUsageErrorThatSaysWhatToWrite() {
        assertThat(ann.run("release").code()).isEqualTo(ExitCode.USAGE);
        Holdfast.Done nonsense = ann.run("release", "--receipt", "none");
        assertThat(nonsense.code()).isEqualTo(ExitCode.USAGE);
        assertThat(nonsense.err()).contains("not a receipt").doesNotContain("Exception");
    }
}
