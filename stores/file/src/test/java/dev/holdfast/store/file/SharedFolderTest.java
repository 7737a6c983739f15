package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.storage.UntrustedSidecarException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.project.Registries;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.Sidecars;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read and write the files of a store, and whose files a store reads. */
class SharedFolderTest {
    private static final int STRANGER = 54_321;
    private static final int GROUP = 54_322;

    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();
    private Path locks;

    @BeforeEach
    void name() {
        locks = temp.resolve("locks");
    }

    private LockStore open(String scheme, Path folder) {
        return scheme.equals("file")
                ? Registries.open(folder, time, Disk.REAL)
                : new FileStoreProvider().open(scheme + ":" + folder, time);
    }

    private void use(String scheme) {
        try (LockStore store = open(scheme, locks)) {
            Locks.taken(store, "ann", "a");
            Locks.taken(store, "ann", "b");
            Locks.givenBack(store, "b");
            Locks.passed(store, "a", "bob", false);
        }
    }

    private void useAgain() {
        try (LockStore store = open("file", locks)) {
            assertThat(Locks.owner(store, "a")).isEqualTo("bob");
            Locks.taken(store, "ann", "c");
            Locks.givenBack(store, "c");
        }
    }

    /** Returns the rights of all that is below the folder, and of itself. */
    private Set<String> rights() throws IOException {
        Set<String> rights = new TreeSet<>();
        try (var paths = Files.walk(locks)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
                String text = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                rights.add((Files.isDirectory(path) ? "d" : "-") + text + ((mode & 02000) == 0 ? "" : " setgid"));
            }
        }
        return rights;
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void use_folderOfOneUser_isClosedToOthers(String scheme) throws IOException {
        use(scheme);
        assertThat(rights())
                .isSubsetOf("drwx------", "-rw-------", "-r--------")
                .contains("drwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void use_folderSharedWithItsGroup_isOpenToTheGroup(String scheme) throws IOException {
        Files.createDirectory(locks);
        Files.setAttribute(locks, "unix:mode", 02770);
        use(scheme);
        assertThat(rights())
                .isSubsetOf("drwxrwx--- setgid", "-rw-rw----", "-r--r-----")
                .contains("drwxrwx--- setgid", "-rw-rw----");
    }

    private Path sidecarOfAStranger() throws IOException {
        assumeTrue((Integer) Files.getAttribute(temp, "unix:uid") == 0, "only root can give files away");
        use("file");
        Path sidecar = locks.resolve(".holdfast/file");
        Files.setAttribute(sidecar, "unix:uid", STRANGER);
        return sidecar;
    }

    @Test
    void open_sidecarOfAnotherUser_isNotReadUntilAccepted() throws IOException {
        Path sidecar = sidecarOfAStranger();
        assertThatThrownBy(() -> open("file", locks))
                .isInstanceOf(UntrustedSidecarException.class)
                .hasMessageContaining("another user")
                .hasMessageContaining("holdfast trust");
        Sidecars.accept(sidecar);
        useAgain();
        useAgain();
    }

    @Test
    void open_acceptanceMovedToAnotherSidecar_doesNotCount() throws IOException {
        Path accepted = sidecarOfAStranger();
        Sidecars.accept(accepted);
        locks = temp.resolve("others");
        Path sidecar = sidecarOfAStranger();
        Files.move(accepted.resolve("accepted-by-0"), sidecar.resolve("accepted-by-0"));
        assertThatThrownBy(() -> open("file", locks)).isInstanceOf(UntrustedSidecarException.class);
    }

    @Test
    void open_acceptanceMadeByTheStranger_doesNotCount() throws IOException {
        Path sidecar = sidecarOfAStranger();
        Sidecars.accept(sidecar);
        Files.setAttribute(sidecar.resolve("accepted-by-0"), "unix:uid", STRANGER);
        assertThatThrownBy(() -> open("file", locks)).isInstanceOf(UntrustedSidecarException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"guard", "journal-1"})
    void open_fileOfAnotherUser_isRefusedUnlessShared(String name) throws IOException {
        Path sidecar = sidecarOfAStranger();
        Files.setAttribute(sidecar, "unix:uid", 0);
        Files.setAttribute(sidecar.resolve(name), "unix:uid", STRANGER);
        assertThatThrownBy(() -> open("file", locks))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("belongs to another user");
        Files.setAttribute(sidecar, "unix:gid", GROUP);
        Files.setAttribute(sidecar.resolve(name), "unix:gid", GROUP);
        Files.setAttribute(sidecar, "unix:mode", 02770);
        useAgain();
    }
}
