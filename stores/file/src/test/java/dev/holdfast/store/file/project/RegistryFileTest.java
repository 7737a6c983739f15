package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryFileTest {
    private static final Instant TIME = Instant.parse("2025-11-22T10:30:00Z");
    private static final String FOREIGN =
            "{\"locks\":[{\"resource\":\"A\",\"timestamp\":\"2025-11-22T10:30:00Z\",\"instance\":\"CLI-1\"}]}";

    private final List<String> warnings = new ArrayList<>();
    private final List<Runnable> pauses = new ArrayList<>();
    private String failing = "nothing";
    private final Disk disk = new Disk(step -> {
        if (step.startsWith(failing)) {
            throw new IOException("No space left on device");
        }
    });

    @TempDir
    Path folder;

    private Path path;
    private Path scratch;
    private RegistryFile file;

    @BeforeEach
    void open() {
        path = folder.resolve("locks.json");
        scratch = folder.resolve("scratch");
        file = newFile();
    }

    private RegistryFile newFile() {
        return new RegistryFile(
                folder, scratch, disk, this::pause, new Backup(disk, InstantSource.fixed(TIME)), warnings::add);
    }

    private void pause() {
        if (!pauses.isEmpty()) {
            pauses.remove(0).run();
        }
    }

    @Test
    @DisplayName("B2: first use creates the file, empty")
    void begin_nothingThere_createsEmptyRegistry() throws IOException {
        file.begin();

        assertThat(path).hasContent("{\n  \"locks\": []\n}\n");
        assertThat(scratch).doesNotExist();
        assertThat(warnings).isEmpty();
    }

    @Test
    void begin_fileThere_leavesIt() throws IOException {
        write(FOREIGN);

        file.begin();

        assertThat(path).hasContent(FOREIGN);
    }

    @Test
    void look_sameContent_isParsedOnce() throws IOException {
        write(FOREIGN);

        Registry first = look();
        write(FOREIGN);

        assertThat(look()).isSameAs(first);
        write(FOREIGN.replace("CLI-1", "CLI-2"));
        assertThat(look()).isNotSameAs(first);
    }

    @Test
    void replace_foreignEntries_areKept() throws IOException {
        write(FOREIGN);

        file.replace(RegistryFileTest::addOurs, () -> Registry.EMPTY);

        assertThat(read().resources()).containsExactly("A", "ours");
        assertThat(scratch).doesNotExist();
    }

    @Test
    void replace_editThatChangesNothing_writesNothing() throws IOException {
        write(FOREIGN);

        file.replace(registry -> registry, () -> Registry.EMPTY);

        assertThat(path).hasContent(FOREIGN);
    }

    @Test
    void replace_writtenByAnotherProgramMeanwhile_isMerged() throws IOException {
        write("{\"locks\":[]}");
        List<Runnable> others = new ArrayList<>(List.of(() -> write(FOREIGN)));

        file.replace(
                registry -> {
                    Registry next = addOurs(registry);
                    if (!others.isEmpty()) {
                        others.remove(0).run();
                    }
                    return next;
                },
                () -> Registry.EMPTY);

        assertThat(read().resources()).containsExactly("A", "ours");
    }

    @Test
    void replace_writtenByAnotherProgramAllTheTime_givesUpAndChangesNothing() throws IOException {
        write("{\"locks\":[]}");
        int[] count = {0};

        boolean done = file.replace(
                registry -> {
                    write("{\"locks\":[],\"count\":" + ++count[0] + "}");
                    return addOurs(registry);
                },
                () -> Registry.EMPTY);

        assertThat(done).isFalse();
        assertThat(path).hasContent("{\"locks\":[],\"count\":" + count[0] + "}");
        assertThat(scratch).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "move"})
    void replace_fullDisk_saysSoAndLeavesTheRegistry(String step) {
        write(FOREIGN);
        failing = step;

        assertThatThrownBy(() -> file.replace(RegistryFileTest::addOurs, () -> Registry.EMPTY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");

        assertThat(path).hasContent(FOREIGN);
        assertThat(scratch).doesNotExist();
    }

    @Test
    void look_settledFile_isNotReadAgain() throws IOException {
        write(FOREIGN);
        Files.setLastModifiedTime(path, FileTime.from(TIME));
        Registry first = look();
        String other = FOREIGN.replace("CLI-1", "CLI-2");
        try (RandomAccessFile same = new RandomAccessFile(path.toFile(), "rw")) {
            same.write(other.getBytes(StandardCharsets.UTF_8));
        }
        Files.setLastModifiedTime(path, FileTime.from(TIME));

        assertThat(look()).isSameAs(first);
        file.replace(RegistryFileTest::addOurs, () -> Registry.EMPTY);
        assertThat(read().entries("A")).extracting(RegistryEntry::instance).containsExactly("CLI-2");
    }

    @ParameterizedTest
    @DisplayName("B15: a corrupt registry is moved aside, a fresh one made, the user is told where the backup is")
    @ValueSource(
            strings = {
                "",
                "not json",
                "{\"locks\":[{\"resource\":",
                "{\"locks\":[],}",
                "{\"locks\":[],\"locks\":[]}",
                "[]",
                "{}",
                "{\"locks\":7}",
                "\u0000\u0000\u0000"
            })
    void look_corrupt_isMovedAsideAndReset(String text) throws IOException {
        write(text);

        Registry registry = look();

        Path backup = folder.resolve("locks.json.corrupt.20251122T103000Z");
        assertThat(registry.resources()).isEmpty();
        assertThat(path).hasContent("{\n  \"locks\": []\n}\n");
        assertThat(Files.exists(backup)).isTrue();
        assertThat(backup).hasContent(text);
        assertThat(warnings).singleElement().asString().contains("corrupt", backup.toString(), "work goes on");
    }

    @Test
    void look_notUtf8_isCorrupt() throws IOException {
        Files.write(path, FOREIGN.replace("CLI", "Ü").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(look().resources()).isEmpty();
        assertThat(warnings).singleElement().asString().contains("UTF-8");
    }

    @Test
    void look_nestedTooDeeply_isCorrupt() throws IOException {
        write("{\"locks\":[],\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");

        assertThat(look().resources()).isEmpty();
        assertThat(warnings).hasSize(1);
    }

    @Test
    void look_largerThan16Megabytes_isMovedAsideAtOnce() throws IOException {
        write("{\"locks\":[]}" + " ".repeat(Sight.MAX_BYTES));
        pauses.add(() -> write(FOREIGN));

        assertThat(look().resources()).isEmpty();
        assertThat(warnings).singleElement().asString().contains("larger");
        assertThat(pauses).hasSize(1);
    }

    @Test
    void look_folderInItsPlace_isMovedAsideWithAllThatIsInIt() throws IOException {
        Files.createDirectory(path);
        Files.writeString(path.resolve("precious"), "x");

        look();

        assertThat(path).isRegularFile();
        assertThat(folder.resolve("locks.json.corrupt.20251122T103000Z/precious"))
                .hasContent("x");
    }

    @Test
    void look_corruptAgainInTheSameSecond_keepsBothBackups() throws IOException {
        write("one");
        look();
        write("two");
        look();

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "locks.json",
                            "locks.json.corrupt.20251122T103000Z",
                            "locks.json.corrupt.20251122T103000Z-2");
        }
        assertThat(folder.resolve("locks.json.corrupt.20251122T103000Z")).hasContent("one");
        assertThat(warnings).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void look_corrupt_freshOneShowsWhatItIsGiven() throws IOException {
        write("corrupt");

        Registry registry = file.look(() -> addOurs(Registry.EMPTY));

        assertThat(registry.resources()).containsExactly("ours");
        assertThat(read().resources()).containsExactly("ours");
    }

    @Test
    void look_halfWritten_waitsForTheRest() throws IOException {
        write(FOREIGN.substring(0, 40));
        pauses.add(() -> write(FOREIGN.substring(0, 60)));
        pauses.add(() -> write(FOREIGN));

        assertThat(look().resources()).containsExactly("A");
        assertThat(warnings).isEmpty();
    }

    @Test
    void look_goneForAMoment_waitsForItsReturn() throws IOException {
        pauses.add(() -> write(FOREIGN));

        assertThat(look().resources()).containsExactly("A");
    }

    @Test
    void look_removed_makesAnEmptyOne() throws IOException {
        write(FOREIGN);
        look();
        Files.delete(path);

        assertThat(file.look(() -> addOurs(Registry.EMPTY)).resources()).isEmpty();
        assertThat(path).exists();
        assertThat(warnings).isEmpty();
    }

    @Test
    void look_symbolicLink_isRefused() throws IOException {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), FOREIGN);
        Files.createSymbolicLink(path, elsewhere);

        assertThatThrownBy(this::look).isInstanceOf(IOException.class).hasMessageContaining("symbolic link");
        assertThatThrownBy(() -> file.replace(RegistryFileTest::addOurs, () -> Registry.EMPTY))
                .isInstanceOf(IOException.class);
        assertThat(elsewhere).hasContent(FOREIGN);
    }

    @Test
    void look_danglingSymbolicLink_isRefusedAndNotFilled() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Files.createSymbolicLink(path, elsewhere);

        file.begin();

        assertThatThrownBy(this::look).isInstanceOf(IOException.class);
        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void replace_crashBetweenLinkAndCleaning_doesNotHarmTheRegistry() throws IOException {
        write(FOREIGN);
        // What is left when the process ends right after a fresh registry got its name.
        Files.createLink(scratch, path);

        file.replace(RegistryFileTest::addOurs, () -> Registry.EMPTY);

        assertThat(read().resources()).containsExactly("A", "ours");
    }

    @Test
    @DisplayName("B17: each problem is told once while it lasts, and again when it is back")
    void look_problems_areToldOnce() throws IOException {
        String bad = FOREIGN.replace("[{", "[1,{");
        write(bad);
        look();
        newFileContent(bad + " ");
        assertThat(warnings).singleElement().asString().contains("locks.json", "Entry 1");

        newFileContent(FOREIGN);
        newFileContent(bad);

        assertThat(warnings).hasSize(2);
    }

    @Test
    void look_folderGone_fails() throws IOException {
        RegistryFile lost = new RegistryFile(
                folder.resolve("gone"),
                folder.resolve("gone/scratch"),
                disk,
                this::pause,
                new Backup(disk, InstantSource.system()),
                warnings::add);

        assertThatThrownBy(() -> lost.look(() -> Registry.EMPTY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gone");
    }

    private void newFileContent(String text) throws IOException {
        write(text);
        look();
    }

    private Registry look() throws IOException {
        return file.look(() -> Registry.EMPTY);
    }

    private Registry read() {
        try {
            return Registry.read(Files.readString(path), TIME);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) {
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Registry addOurs(Registry registry) {
        RegistryEntry ours = RegistryEntry.of("ours", Holds.of("CLI-9", TIME, TIME));
        return registry.with(List.of(new Edit("ours", registry.entries("ours"), List.of(ours))));
    }
}
