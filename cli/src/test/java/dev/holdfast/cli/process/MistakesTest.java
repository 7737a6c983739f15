package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that make no sense are refused in a sentence, and locks that look left over are cleared alone. */
final class MistakesTest {
    @TempDir
    Path folder;

    private ProjectFolder project;
    private Holdfast ann;

    @BeforeEach
    void project() {
        project = ProjectFolder.at(folder);
        ann = project.as("Ann");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "history --limit -3 | --limit is the number of events to show, at least 1, not -3.",
                "history --limit 0 | --limit is the number of events",
                "status --color blue | --color is always, never or auto, not 'blue'.",
                "acquire a --busy-code 300 | An exit code is a number from 0 to 255, not 300",
                "acquire a --wait soon | 'soon'",
                "force-release a --reason= | --reason is empty: say why"
            })
    void value_withoutSense_isRefusedInASentence(String line, String sentence) {
        Holdfast.Done done = ann.run(line.split(" ", -1));
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains(sentence).doesNotContain("Exception");
    }

    @Test
    void verbose_saysWhichProjectStoreOwnerAndResource_besideTheData() throws IOException {
        Files.writeString(
                folder.resolve("holdfast.yaml"), "resources:\n  Chapter_{chapter:02}: [\"{chapter:02}.md\"]\n");
        Holdfast.Done done = ann.run("-v", "acquire", "Chapter_3");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).matches("[A-Za-z0-9_-]{20,}\n");
        assertThat(done.err())
                .contains("holdfast: Project: " + folder + ". Store: file:" + folder.resolve(".locks") + ".\n")
                .contains("holdfast: Acting as Ann.\n");
        assertThat(ann.run("who", "Chapter_3", "--verbose").err())
                .contains("holdfast: 'Chapter_3' is the resource Chapter_03.\n");
        assertThat(ann.run("who", "Chapter_3").err()).isEmpty();
    }

    @Test
    void acquire_again_updatesTheNote() {
        ann.run("acquire", "a", "--note", "first");
        assertThat(ann.run("acquire", "a", "--note", "second", "--wait", "0").code())
                .isEqualTo(ExitCode.DONE);
        assertThat(ann.run("who", "a").out()).contains("\"second\"").doesNotContain("first");
    }

    @Test
    void clearStale_endsWhatLooksLeftOver_andNothingElse() {
        project.lockedByAnotherProgram("old", "CLI-9", Duration.ofMinutes(20));
        ann.run("acquire", "mine");
        Holdfast.Done done = project.as("Ben").run("clear", "--stale", "--yes");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out())
                .contains("Stale locks:", "- old: ", "✓ Stale locks cleared: 1.")
                .doesNotContain("mine");
        assertThat(ann.run("who", "old").code()).isEqualTo(ExitCode.FREE);
        assertThat(ann.run("who", "mine").out()).contains("Ann");
        assertThat(ann.run("history", "old").out()).contains("by Ben", "it looked left over");
        assertThat(ann.run("clear", "--stale", "--yes").out()).contains("There are no stale locks to clear.");
    }

    @Test
    void clear_withoutTerminal_needsYesOnlyIfThereIsSomethingToClear() {
        assertThat(ann.run("clear").out()).isEqualTo("There are no locks to clear.\n");
        ann.run("acquire", "mine");
        Holdfast.Done nothing = ann.run("clear", "--stale");
        assertThat(nothing.code()).as(nothing.err()).isEqualTo(ExitCode.DONE);
        assertThat(nothing.out()).isEqualTo("There are no stale locks to clear.\n");
        project.lockedByAnotherProgram("old", "CLI-9", Duration.ofMinutes(20));
        Holdfast.Done refused = ann.run("clear", "--stale");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("holdfast clear --yes --stale");
        assertThat(ann.run("who", "old").code()).isEqualTo(ExitCode.DONE);
    }
}
