package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command that prints the library, and the files that are the library. */
@Timeout(120)
final class ShellLibTest {
    private static final Path BOARD =
            Path.of("../examples/board").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    @DisplayName("V2: shell-lib prints lock.sh, touches no store, and the board's lib/lock.sh is the same file")
    void shellLib_prints_theLibrary() throws IOException {
        Done done = Holdfast.in(folder).run("shell-lib", "--store", "sqlite:locks.db");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).isEqualTo(Files.readString(Shell.LIBRARY));
        assertThat(BOARD.resolve("lib/lock.sh")).hasContent(done.out());
        assertThat(done.err()).isEmpty();
        assertThat(folder.resolve("locks.db")).doesNotExist();
    }

    @Test
    @DisplayName("M11: shellcheck finds nothing in the scripts, read as plain sh")
    void scripts_areClean() throws Exception {
        boolean there = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "shellcheck")));
        assumeTrue(there, "no shellcheck here");
        Done done = Holdfast.in(BOARD)
                .start(List.of("shellcheck", "-x", "-s", "sh", Shell.LIBRARY.toString(), "bin/board"))
                .done();
        assertThat(done.code()).as(done.out()).isZero();
    }

    @Test
    @DisplayName("M11: needs no more than POSIX has: neither local, [[, function, arrays, nor options of GNU tools")
    void library_usesNothingElse() throws IOException {
        List<String> code = Files.readAllLines(Shell.LIBRARY).stream()
                .filter(line -> !line.strip().startsWith("#"))
                .toList();
        assertThat(code)
                .noneMatch(line -> line.matches(".*(\\blocal \\b|\\[\\[|\\bfunction \\b|<<<|\\becho -e\\b).*"))
                .noneMatch(line -> line.matches(".*\\b(mkdir|rm|mv|ln|date|df|uname|cut|tr) --?[a-z]*-[a-z]+.*"))
                .hasSizeGreaterThan(100);
    }
}
