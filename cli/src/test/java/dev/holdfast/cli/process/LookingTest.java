package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that only look leave nothing behind. */
final class LookingTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"status", "who x", "history", "guard x", "wait x", "doctor"})
    void look_whereNobodyLockedAnything_makesNothing(String line) throws IOException {
        Holdfast.in(folder).run(line.split(" ", -1));
        try (Stream<Path> there = Files.list(folder)) {
            assertThat(there.map(Path::getFileName)).containsExactly(Path.of(".git"));
        }
    }

    @Test
    void acquire_makesTheRegistry() {
        Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").run("acquire", "x");
        assertThat(folder.resolve(".locks/locks.json")).exists();
    }
}
