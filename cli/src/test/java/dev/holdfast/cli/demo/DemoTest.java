package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.LongTest;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples are played in one command, from anywhere. */
final class DemoTest {
    @TempDir
    Path folder;

    @Test
    void demo_withoutAName_listsAllExamples() {
        Holdfast.Done done = Holdfast.in(folder).run("demo");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        Demo.ALL.forEach(demo -> assertThat(done.out()).contains(demo.name(), demo.summary()));
    }

    @Test
    void demo_board_playsItsScenesAndSaysWhatToTryNext() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "board");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("== The board", "read in spite of the lock", "exit code 1");
        assertThat(done.err()).contains("holdfast-demo-board", "./holdfast --store dir:board/storage run lock");
        assertThat(Holdfast.in(folder).run("demo", "board").err()).contains("exists already");
        Holdfast program = Holdfast.in(folder.resolve("holdfast-demo-board"));
        Holdfast.Done version = start(program, "./holdfast", "--version").done();
        assertThat(version.out()).as(version.err()).startsWith("holdfast ");
        Holdfast.Done tool = start(program, "./resume-tool", "list").done();
        assertThat(tool.code()).as(tool.err()).isEqualTo(ExitCode.DONE);
    }

    private static Holdfast.Running start(Holdfast there, String... line) {
        try {
            return there.start(List.of(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @LongTest("starts twenty JVMs; PlayTest plays the same scenes, demo_board the command, in every check")
    void demo_book_playsItsScenesAndSaysWhatToTryNext() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "book");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Example 1", "Example 4");
        assertThat(done.err()).contains("holdfast-demo-book", "./holdfast status");
        assertThat(Holdfast.in(folder).run("demo", "book").err()).contains("exists already");
    }

    @Test
    @LongTest(
            "works for twenty seconds; the tests of the example show the same, demo_board the command, in every check")
    void demo_resume_countsEachItemOnce() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "resume", "--in", "a folder of mine");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Each item counted once: 60 of 60.", "exit code 75", "exit code 76");
    }

    @Test
    void demo_unknown_saysWhichThereAre() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "chess");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("book, board, resume, play-by-post, underwriting, newsroom, picking");
    }

    @Test
    void builtExample_isBesideTheCommandOfAClone() throws IOException {
        Path example = Files.createDirectories(folder.resolve("examples/newsroom"));
        Files.writeString(example.resolve("pom.xml"), "");
        assertThat(BuiltExample.file("newsroom", folder.resolve("cli/target/fast/holdfast.jar")))
                .isEqualTo(example.resolve("target/fast/classpath"));
        assertThat(BuiltExample.file("newsroom", Path.of("/opt/lib/holdfast/holdfast.jar")))
                .isNull();
    }
}
