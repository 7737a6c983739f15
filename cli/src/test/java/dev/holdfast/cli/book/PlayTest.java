package dev.holdfast.cli.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example in {@code examples/book}, played. */
final class PlayTest {
    private static final Path EXAMPLE =
            Path.of("../examples/book").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    @DisplayName("B14, B16, B18: the four usage examples with two processes")
    void examples_endAsTheDocumentSays() throws Exception {
        Path command = folder.resolve("holdfast");
        String line = Holdfast.command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Files.writeString(command, "#!/bin/sh\nexec " + line + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        Holdfast.Done done = Holdfast.in(folder)
                .with("HOLDFAST", command.toString())
                .with("TMPDIR", folder.toString())
                .start(List.of(EXAMPLE.resolve("play.sh").toString()))
                .done();
        assertThat(done.code()).as(done.out() + done.err()).isZero();
        assertThat(done.out())
                .containsSubsequence(
                        "Result: no conflict, both succeeded",
                        "Terminal 1: CLI-11111 has chapter 3",
                        "by CLI-11111, 1 waiting",
                        "Terminal 2: CLI-22222 has chapter 3",
                        "Result: Terminal 2 waited, then succeeded",
                        "Chapter_05 has been held by CLI-33333",
                        "left over from a crash",
                        "Terminal 2: applied Manuscript/Chapters/Chapter_05_chg.md",
                        "Stale Locks (>15 minutes):",
                        "✓ All locks cleared.",
                        "No active locks: the project is free",
                        "Result: a clean slate");
    }

    @Test
    void example_hasTheConfigurationThatInitWrites() throws Exception {
        BookProject book = BookProject.in(folder);
        assertThat(EXAMPLE.resolve("holdfast.yaml"))
                .hasSameTextualContentAs(book.root().resolve("holdfast.yaml"));
    }
}
