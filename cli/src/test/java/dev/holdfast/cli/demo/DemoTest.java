package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void demo_book_playsItsScenesAndSaysWhatToTryNext() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "book");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out()).contains("Example 1", "Example 4");
        assertThat(done.err()).contains("holdfast-demo-book", "./holdfast status");
        assertThat(Holdfast.in(folder).run("demo", "book").err()).contains("is there already");
    }

    @Test
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
