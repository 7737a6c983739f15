package dev.holdfast.cli.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text for a user at a terminal who got locks: until when, and how they are kept. {@code OwnerTest} has terminals that close. */
final class GrantTextTest {
    /** With its date if that is another day than today. */
    private static final String TIME = "(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d";

    @TempDir
    Path folder;

    private Holdfast ann;

    @BeforeEach
    void project() throws IOException {
        ann = ProjectFolder.at(folder).as("Ann").atTerminal();
        Files.writeString(folder.resolve("holdfast.yaml"), """
                policies:
                  - pattern: short*
                    lease: {absolute: 10m}
                    suspect-after: never
                  - pattern: endless*
                    lease: never
                    suspect-after: never
                    reclaim-after: never
                """);
    }

    private String granted(String... arguments) {
        Holdfast.Done done = ann.run(arguments);
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.DONE);
        return done.out().replace("\r", "");
    }

    @Test
    void namedOwner_readsWhenOthersDoubtIt_andHowToRenew() {
        assertThat(granted("acquire", "a", "--store", "file:.locks"))
                .contains("a is yours, as Ann. Others see it as stale after 15 minutes unless you renew it:"
                        + " holdfast renew a --store file:.locks.\n")
                .contains("To release: holdfast release a --store file:.locks\n");
    }

    @Test
    void processIsNamed_readsThatItEndsTheLock() {
        long self = ProcessHandle.current().pid();
        assertThat(granted("acquire", "a", "--pid", "" + self))
                .contains("a is yours, as Ann. It ends with process " + self + ".\n");
        assertThat(granted("acquire", "b", "c", "--pid", "" + self))
                .contains("b, c are yours, as Ann. They end with process " + self + ".\n")
                .contains("To release: holdfast release b c\n");
    }

    @Test
    void endByTime_isNamed() {
        assertThat(granted("acquire", "short1"))
                .containsPattern("short1 is yours, as Ann, until " + TIME + " at the latest\\.\n");
        assertThat(granted("acquire", "endless1", "--ttl", "20m"))
                .containsPattern("endless1 is yours, as Ann, until " + TIME + " unless renewed\\.\n");
    }

    @Test
    void noEnd_isNamed() {
        assertThat(granted("acquire", "endless1"))
                .contains("endless1 is yours, as Ann. It lasts until it is released.\n");
        assertThat(granted("acquire", "endless2", "endless3"))
                .contains("endless2, endless3 are yours, as Ann. They last until released.\n");
    }

    @Test
    void severalWithDifferentTerms_eachHaveALine() {
        assertThat(granted("acquire", "a", "b", "endless1", "short1"))
                .contains("a, b are yours, as Ann. Others see them as stale after 15 minutes unless you renew them:"
                        + " holdfast renew a b.\n")
                .contains("endless1 is yours, as Ann. It lasts until it is released.\n")
                .containsPattern("short1 is yours, as Ann, until " + TIME + " at the latest\\.\n")
                .contains("To release: holdfast release a b endless1 short1\n");
    }
}
