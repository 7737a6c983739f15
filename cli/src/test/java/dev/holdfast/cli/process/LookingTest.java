package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(strings = {"sqlite:new.db", "file:new", "dir:new", "files:new"})
    void look_atAStoreThatIsNotThere_makesNothingAndSaysSo(String store) throws IOException {
        for (String line : List.of("status", "status x", "who x", "history", "wait x", "doctor")) {
            Holdfast.Done done = Holdfast.in(folder).run((line + " --store " + store).split(" ", -1));
            assertThat(done.err() + done.out()).as(line).contains("new");
            try (Stream<Path> there = Files.list(folder)) {
                assertThat(there.map(Path::getFileName)).as(line).containsExactly(Path.of(".git"));
            }
        }
    }

    @Test
    void look_atTheDatabaseOfTheProject_makesNothing() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), "store: sqlite:locks.db\n");
        Holdfast.Done done = Holdfast.in(folder).run("status");
        assertThat(done.code()).as(done.err()).isZero();
        try (Stream<Path> there = Files.list(folder)) {
            assertThat(there.map(Path::getFileName))
                    .containsExactlyInAnyOrder(Path.of(".git"), Path.of("holdfast.yaml"));
        }
    }

    @Test
    void status_showsALockThatWasMadeWithABareMkdir() throws IOException {
        Files.createDirectories(folder.resolve("storage/lock"));
        assertThat(Holdfast.in(folder).run("status", "--store", "dir:storage").out())
                .contains("- lock: held by unknown", "(STALE)");
    }

    @Test
    void acquire_makesTheRegistry() {
        Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").run("acquire", "x");
        assertThat(folder.resolve(".locks/locks.json")).exists();
    }
}
