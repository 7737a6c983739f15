package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Draft;
import dev.holdfast.LockEvent;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.storage.UntrustedSidecarException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.project.Registries;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.Sidecars;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sidecar that another person has prepared: what came with a clone, and links planted in it. */
@Timeout(60)
class HostileCloneTest {
    private static final int LONG_HISTORY = 17 << 20;

    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();
    private Path locks;
    private Path sidecar;
    private Path victim;

    @BeforeEach
    void makeVictim() throws IOException {
        locks = temp.resolve("clone/.locks");
        victim = Files.writeString(
                Files.createDirectories(temp.resolve("clone/.git")).resolve("config"), "[core]\n");
    }

    private LockStore open(String scheme) {
        sidecar = locks.resolve(".holdfast").resolve(scheme);
        return scheme.equals("file")
                ? Registries.open(locks, time, Disk.REAL)
                : new FileStoreProvider().open(scheme + ":" + locks, time);
    }

    /** Makes a sidecar whose next use has to write a journal, a history and all else that is in it. */
    private void makeBusySidecar(String scheme) throws IOException {
        try (LockStore store = open(scheme)) {
            Locks.taken(store, "ann", "a");
            Locks.taken(store, "ann", "b");
            Key draft = new Key(Kind.DRAFT, "draft");
            LockEvent event = new LockEvent("a", LockEvent.EventKind.ACQUIRED, Locks.hold("ann", true), "", "told");
            DraftRecord text = new DraftRecord(new Draft("scene", "ann", 1, "x", Stamp.TIME));
            Locks.apply(store, new Group(List.of(Change.put(draft, 0, text)), List.of(event)));
        }
        Files.writeString(sidecar.resolve("history"), "x\n".repeat(LONG_HISTORY / 2));
        Path journal = sidecar.resolve("journal-1");
        byte[] bytes = Files.readAllBytes(journal);
        bytes[new String(bytes, UTF_8).indexOf("\"n\":\"a\"") + 5] ^= 1;
        Files.write(journal, bytes);
    }

    private void use(String scheme) {
        try (LockStore store = open(scheme)) {
            Locks.taken(store, "bob", "c");
            Locks.givenBack(store, "c");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "file,history.next",
        "file,journal-1.corrupt",
        "file,journal-2",
        "file,registry.next",
        "file,registry.reset",
        "files,history.next",
        "files,journal-1.corrupt",
        "files,journal-2",
        "dir,history.next",
        "dir,journal-1.corrupt",
        "dir,journal-2"
    })
    void use_linkInPlaceOfANewFile_isReplacedAndNotFollowed(String scheme, String name) throws IOException {
        makeBusySidecar(scheme);
        Files.createSymbolicLink(sidecar.resolve(name), victim);
        use(scheme);
        assertThat(victim).content().isEqualTo("[core]\n");
        assertThat(sidecar.resolve(name))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isRegularFile());
    }

    @ParameterizedTest
    @CsvSource({
        "file,guard", "file,journal-1", "file,history", "files,guard", "files,journal-1", "files,history",
        "dir,guard", "dir,journal-1", "dir,history", "dir,work", "dir,prepared", "files,work"
    })
    void use_linkInPlaceOfAKeptFile_isRefused(String scheme, String name) throws IOException {
        makeBusySidecar(scheme);
        Path kept = sidecar.resolve(name);
        Path target = Files.isDirectory(kept) ? victim.getParent() : victim;
        Files.move(kept, temp.resolve("moved"));
        Files.createSymbolicLink(kept, target);
        assertThatThrownBy(() -> use(scheme))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("link");
        assertThat(victim).content().isEqualTo("[core]\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"guard", "journal-1", "history"})
    void use_secondNameOfAnotherFile_isRefused(String name) throws IOException {
        makeBusySidecar("file");
        Files.delete(sidecar.resolve(name));
        Files.createLink(sidecar.resolve(name), victim);
        assertThatThrownBy(() -> use("file"))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("second name");
        assertThat(victim).content().isEqualTo("[core]\n");
    }

    @ParameterizedTest
    @CsvSource({"guard", "journal-1", "history"})
    void use_pipe_isNotOpened(String name) throws Exception {
        makeBusySidecar("file");
        Files.delete(sidecar.resolve(name));
        pipe(sidecar.resolve(name));
        assertThatThrownBy(() -> use("file"))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("pipe");
    }

    @Test
    void use_pipesAndLinksInTheView_areNotOpened() throws Exception {
        use("dir");
        pipe(Files.createDirectory(locks.resolve("x")).resolve("pid"));
        Files.createSymbolicLink(Files.createDirectory(locks.resolve("y")).resolve("pid"), victim);
        use("files");
        pipe(locks.resolve("z.lock"));
        try (LockStore store = open("dir")) {
            Locks.refused(store, "bob", "x");
            Locks.refused(store, "bob", "y");
        }
        try (LockStore store = open("files")) {
            Locks.refused(store, "bob", "z");
        }
        assertThat(victim).content().isEqualTo("[core]\n");
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void open_folderOfLocksIsALink_isRefused(String scheme) throws IOException {
        Files.createSymbolicLink(locks, victim.getParent());
        assertThatThrownBy(() -> open(scheme))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("symbolic link");
        assertThat(victim.getParent()).isDirectoryContaining(path -> path.equals(victim));
        assertThat(victim.getParent().toFile().list()).containsExactly("config");
    }

    /** What git leaves of a sidecar: its files, and nothing named .git. */
    private void makeClone(String scheme) throws IOException {
        makeBusySidecar(scheme);
        Files.delete(sidecar.resolve(".git"));
    }

    private Map<String, String> content() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (var paths = Files.walk(locks)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                all.put(
                        path.toString(),
                        (Files.isRegularFile(path) ? Files.size(path) : -1) + " " + Files.getLastModifiedTime(path));
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void open_sidecarOfAClone_isNotReadUntilAccepted(String scheme) throws IOException {
        makeClone(scheme);
        Map<String, String> before = content();
        assertThatThrownBy(() -> open(scheme))
                .isInstanceOfSatisfying(
                        UntrustedSidecarException.class,
                        refusal -> assertThat(refusal.folder()).isEqualTo(sidecar.toString()))
                .hasMessageContaining(sidecar.toString())
                .hasMessageContaining("clone")
                .hasMessageContaining("holdfast trust");
        assertThat(content()).isEqualTo(before);
        Sidecars.accept(sidecar);
        use(scheme);
        try (LockStore store = open(scheme)) {
            assertThat(Locks.owner(store, "b")).isNotEmpty();
        }
    }

    @Test
    void open_submoduleInPlaceOfTheSidecar_isNotTrusted() throws IOException {
        makeClone("file");
        Files.writeString(sidecar.resolve(".git"), "gitdir: ../../../.git/modules/x\n");
        assertThatThrownBy(() -> open("file")).isInstanceOf(UntrustedSidecarException.class);
        Files.delete(sidecar.resolve(".git"));
        Files.writeString(Files.createDirectory(sidecar.resolve(".git")).resolve("HEAD"), "ref: refs/heads/main\n");
        assertThatThrownBy(() -> open("file")).isInstanceOf(UntrustedSidecarException.class);
    }

    @Test
    void open_sidecarMadeHere_isReadFromThenOn() throws IOException {
        for (int i = 0; i < 3; i++) {
            use("file");
        }
        assertThat(sidecar.resolve(".git")).isEmptyDirectory();
    }

    @Test
    void open_crashedBeforeTheMark_beginsAnew() throws IOException {
        Files.createDirectories(locks.resolve(".holdfast/file"));
        use("file");
        assertThat(sidecar.resolve(".git")).isEmptyDirectory();
    }
}
