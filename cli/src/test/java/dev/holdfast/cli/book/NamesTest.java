package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of resources, as people write them, in every command. */
final class NamesTest {
    @TempDir
    Path folder;

    private Holdfast ann;

    @BeforeEach
    void makeBook() {
        ann = BookProject.in(folder).as("CLI-1");
    }

    @ParameterizedTest
    @DisplayName("B12: every command takes a short name and a file of the project, as acquire does")
    @ValueSource(strings = {"Chapter_3", "Manuscript/Chapters/Chapter_03.md"})
    void name_isTranslatedByEveryCommand(String name) {
        assertThat(ann.run("acquire", name).code()).isEqualTo(ExitCode.DONE);
        Holdfast bob = ann.with("HOLDFAST_OWNER", "CLI-2");
        assertThat(bob.run("who", name).code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("status", name).out()).contains("- Chapter_03: Locked ");
        assertThat(bob.run("history", name).out()).contains("acquired", "Chapter_03  CLI-1");
        assertThat(bob.run("wait", name, "--wait", "0").code()).isEqualTo(ExitCode.BUSY);
        Holdfast.Done forced = bob.run("force-release", name, "--reason", "gone home");
        assertThat(forced.err()).contains("Chapter_03 was taken from CLI-1");
        assertThat(bob.run("who", name).code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("B12: a path counts from the folder of the call")
    void path_countsFromTheFolderOfTheCall() throws IOException {
        Path chapters = Files.createDirectories(folder.resolve("Manuscript/Chapters"));
        ann.run("acquire", "Chapter_03");
        Holdfast.Done forced = ann.from(chapters).run("force-release", "Chapter_03.md", "--reason", "x");
        assertThat(forced.err()).contains("Chapter_03 was taken from CLI-1");
    }

    @Test
    @DisplayName("B12: a misspelled name does not become a lock, and the nearest names are shown")
    void acquire_misspelledName_isRefusedWithTheNearest() {
        Holdfast.Done typo = ann.run("acquire", "Chaptr_3");
        assertThat(typo.code()).isEqualTo(ExitCode.USAGE);
        assertThat(typo.err())
                .contains("'Chaptr_3' is not declared in holdfast.yaml", "did you mean Chapter_03?", "--new");
        assertThat(ann.run("run", "StileSystem", "--", "true").err()).contains("did you mean StyleSystem?");
        assertThat(ann.run("acquire", "something-else").err())
                .contains("declared are Chapter_{chapter:02}, FrontMatter");
        assertThat(ann.run("status").out()).startsWith("No active locks");
        assertThat(ann.run("who", "Chaptr_3").err()).contains("did you mean Chapter_03?");
    }

    @Test
    void acquire_undeclaredNameWithNew_isTaken() throws IOException {
        assertThat(ann.run("acquire", "something-else", "--new").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("release", "something-else").code()).isEqualTo(ExitCode.DONE);
        Files.writeString(folder.resolve("notes.txt"), "a file of the project");
        assertThat(ann.run("acquire", "notes.txt").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void acquire_whereNothingIsDeclared_takesAnyName(@TempDir Path other) {
        assertThat(Holdfast.in(other)
                        .with("HOLDFAST_OWNER", "CLI-1")
                        .run("acquire", "Chaptr_3")
                        .code())
                .isEqualTo(ExitCode.DONE);
    }
}
