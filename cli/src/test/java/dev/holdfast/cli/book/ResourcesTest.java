package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resources by name, by file and by operation, and whose they are. */
@Timeout(120)
final class ResourcesTest {
    @TempDir
    Path folder;

    private BookProject book = new BookProject(Path.of(""));

    @BeforeEach
    void project() {
        book = BookProject.in(folder);
    }

    @Test
    @DisplayName("B12: a file stands for its resource, from any folder of the project; guard goes by the same map")
    void file_standsForItsResource() throws Exception {
        Path chapters = Files.createDirectories(folder.resolve("Manuscript/Chapters"));
        Holdfast there = book.as("CLI-1").from(chapters);
        assertThat(there.run("acquire", "Chapter_03/Chapter_03.md", "Chapter_04_chg.md")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.locked()).containsExactlyInAnyOrder("Chapter_03", "Chapter_04");

        String section =
                folder.resolve("Manuscript/Chapters/Chapter_03/sections/1.md").toString();
        Holdfast.Done refused = book.as("CLI-2").run("guard", "Drafts/Book.md", section);
        assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("Chapter_03 has been held by CLI-1 since");
        assertThat(refused.out()).isEmpty();
        assertThat(book.as("CLI-2")
                        .run("guard", "Drafts/Book.md", "Manuscript/Chapters/Chapter_05.md")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-1").run("guard", section).code()).isEqualTo(ExitCode.DONE);

        assertThat(there.run("release", "Chapter_03/Chapter_03.md").code()).isEqualTo(ExitCode.DONE);
        assertThat(book.locked()).containsExactly("Chapter_04");
    }

    @Test
    @DisplayName("B13, B14: an operation takes all its resources or none, and gives all of them back")
    void operation_takesAllOrNone() {
        assertThat(book.as("CLI-1").run("acquire", "Chapter_07").code()).isEqualTo(ExitCode.DONE);
        String[] both = {"acquire", "--operation", "change-by-chg", "--chapter", "3", "--chapter", "7"};
        Holdfast.Done refused = book.as("CLI-2").run(both);
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err()).contains("Chapter_07 has been held by CLI-1");
        assertThat(book.locked()).containsExactly("Chapter_07");
        assertThat(book.as("CLI-1").run("release", "Chapter_07").code()).isEqualTo(ExitCode.DONE);
        assertThat(book.as("CLI-2").run(both).out().lines()).hasSize(2);
        assertThat(book.locked()).containsExactlyInAnyOrder("Chapter_03", "Chapter_07");
        assertThat(book.as("CLI-2").run("release", "--all").code()).isEqualTo(ExitCode.DONE);
        assertThat(book.locked()).isEmpty();
    }

    @Test
    @DisplayName("B13: conditional resources by option, read-only operations lock nothing, mistakes say what fits")
    void operation_withOptions() {
        Holdfast ann = book.as("CLI-1");
        ann.run("acquire", "--operation", "citation-finder", "--chapter", "3", "--with", "BackMatter");
        assertThat(book.locked()).containsExactlyInAnyOrder("BackMatter", "Chapter_03");
        Holdfast.Done reading = ann.run("acquire", "--operation", "compile");
        assertThat(reading.code()).isEqualTo(ExitCode.DONE);
        assertThat(reading.out()).isEmpty();
        Holdfast.Done unknown = ann.run("acquire", "--operation", "comple");
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("did you mean 'compile'?");
        Holdfast.Done unsaid = ann.run("acquire", "--operation", "add-chapter");
        assertThat(unsaid.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unsaid.err()).contains("--chapter N");
    }

    @Test
    @DisplayName("B11, B19: instances are named once per session, CLI or Desktop, and exclude each other")
    void instances_areNamedBySession() throws Exception {
        Holdfast terminal = Holdfast.in(folder).atTerminal();
        List<String> two = List.of(
                "sh",
                "-c",
                line("acquire", "Chapter_03") + " && " + line("acquire", "Chapter_04") + " && echo =ready=; read line");
        Holdfast.Running shell = terminal.start(two);
        await().atMost(Duration.ofSeconds(100)).until(() -> shell.out().contains("=ready="));
        assertThat(book.entries()).hasSize(2);
        assertThat(book.entries().get(0).get("instance"))
                .isEqualTo(book.entries().get(1).get("instance"));

        Holdfast desktop = terminal.with("HOLDFAST_ENV", "Desktop");
        assertThat(desktop.run("acquire", "StyleSystem").code()).isEqualTo(ExitCode.DONE);
        assertThat(Holdfast.in(folder).run("status").out())
                .containsPattern("- Chapter_03: .* by (CLI-\\d+)\\R- Chapter_04: .* by \\1\\R")
                .containsPattern("- StyleSystem: .* by Desktop-\\d+\\R");
        assertThat(desktop.with("HOLDFAST_OWNER", "Desktop-1")
                        .run("acquire", "--no-input", "Chapter_03")
                        .code())
                .isEqualTo(ExitCode.BUSY);
        shell.type("\n");
        shell.done();
    }

    @Test
    void mistakeInTheConfiguration_isAUsageErrorWithItsLine() throws Exception {
        Files.writeString(folder.resolve("holdfast.yaml"), "preset: book\nresuorces: {}\n");
        Holdfast.Done done = book.as("CLI-1").run("status");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err().strip())
                .isEqualTo("holdfast: holdfast.yaml:2: There is no key 'resuorces' here; did you mean 'resources'?");
    }

    private static String line(String... arguments) {
        return Holdfast.command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " "
                + String.join(" ", arguments);
    }
}
