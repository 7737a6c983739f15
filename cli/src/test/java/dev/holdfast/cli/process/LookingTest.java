package dev.holdfast.cli.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that only look leave nothing behind. */
final class LookingTest {
    private static final List<String> LOOKS =
            List.of("status", "status x", "who x", "history", "guard x", "wait x --wait 0", "doctor");

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
    void look_atAnEmptyDatabaseFile_leavesItEmpty() throws IOException {
        Path database = Files.createFile(folder.resolve("locks.db"));
        for (String line : LOOKS) {
            Holdfast.Done done = Holdfast.in(folder).run((line + " --store sqlite:locks.db").split(" ", -1));
            assertThat(done.code()).as(line + ": " + done.err()).isLessThan(2);
            assertThat(database).as(line).isEmptyFile();
        }
        assertThat(tree()).containsOnlyKeys("locks.db");
        Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").run("acquire", "x", "--store", "sqlite:locks.db");
        assertThat(Holdfast.in(folder)
                        .run("who", "x", "--store", "sqlite:locks.db")
                        .out())
                .contains("CLI-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:locks", "sqlite:locks.db", "dir:locks", "files:locks"})
    void look_atAStoreThatIsUsed_changesNoByte(String store) throws IOException {
        Holdfast ann = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").with("HOLDFAST_STORE", store);
        String pid = Long.toString(ProcessHandle.current().pid());
        assertThat(ann.run("acquire", "x", "--pid", pid).code()).isZero();
        Map<String, String> before = tree();
        for (String line : LOOKS) {
            ann.run(line.split(" ", -1));
            assertThat(tree()).as(line).isEqualTo(before);
        }
    }

    @Test
    void look_atLocksOfAnotherTool_changesThemNot_andMayMakeTheStoresOwnFolder() throws IOException {
        ProjectFolder project = ProjectFolder.at(folder);
        project.lockedByAnotherProgram("Chapter_03", "CLI-9", Duration.ofMinutes(5));
        Files.createDirectories(folder.resolve("storage/lock"));
        Map<String, String> before = tree();
        for (String line : LOOKS) {
            Holdfast.in(folder).run(line.split(" ", -1));
            Holdfast.in(folder).run((line + " --store dir:storage").split(" ", -1));
            Map<String, String> after = new TreeMap<>(tree());
            after.keySet().removeIf(name -> name.contains("/.holdfast/") || name.equals(".gitignore"));
            assertThat(after).as(line).isEqualTo(before);
        }
    }

    /** Returns the content of each file below the folder. */
    private Map<String, String> tree() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Map<String, String> tree = new TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                tree.put(folder.relativize(file).toString(), Files.readString(file, ISO_8859_1));
            }
            return tree;
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
