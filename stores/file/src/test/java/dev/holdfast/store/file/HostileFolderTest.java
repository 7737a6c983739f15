package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.SidecarStore;
import dev.holdfast.store.file.sidecar.View;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that cannot be used, or lead elsewhere. */
class HostileFolderTest {
    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();

    private LockStore open(String scheme, Path folder) {
        return new FileStoreProvider().open(scheme + ":" + folder, time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void open_whereNothingCanBeMade_saysSo(String scheme) throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertThatThrownBy(() -> open(scheme, file.resolve("locks")))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining(file.toString());
        assertThat(file).content().isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource({"files,create", "files,link", "files,write", "dir,mkdir", "dir,write"})
    void acquire_noRights_isRefusedAndChangesNothing(String scheme, String forbidden) {
        AtomicBoolean armed = new AtomicBoolean();
        Disk disk = new Disk(step -> {
            if (armed.get() && step.startsWith(forbidden)) {
                throw new AccessDeniedException(temp.toString());
            }
        });
        try (LockStore store = FileStoreProvider.open(scheme + ":" + temp.resolve("locks"), time, disk)) {
            armed.set(true);
            assertThatThrownBy(() -> Locks.taken(store, "ann", "a"))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("no right to do that");
            armed.set(false);
            assertThat(Locks.owner(store, "a")).isEmpty();
            assertThat(temp.resolve("locks/.holdfast/" + scheme + "/work")).isEmptyDirectory();
            Locks.taken(store, "ann", "a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".holdfast", ".holdfast/files", ".holdfast/files/guard", ".holdfast/files/journal-1"})
    void open_symbolicLinkInTheSidecar_isRefused(String link) throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path locks = temp.resolve("locks");
        try (LockStore store = open("files", locks)) {
            Locks.taken(store, "ann", "a");
        }
        Path moved = temp.resolve("elsewhere/moved");
        Files.move(locks.resolve(link), moved);
        Files.createSymbolicLink(locks.resolve(link), moved);
        byte[] before = Files.isRegularFile(moved) ? Files.readAllBytes(moved) : new byte[0];
        assertThatThrownBy(() -> open("files", locks))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("link");
        assertThat(elsewhere).isDirectoryContaining(path -> path.equals(moved));
        assertThat(Files.isRegularFile(moved) ? Files.readAllBytes(moved) : new byte[0])
                .isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void acquire_trickyNames_neverLeaveTheFolder(String scheme) throws IOException {
        try (LockStore store = open(scheme, temp.resolve("locks"))) {
            for (String name : new String[] {"..", "../x", "/etc/x", "a/b", "con", "nul.txt", "x\u0000y", "."}) {
                Locks.taken(store, "ann", name);
            }
            assertThatIllegalArgumentException().isThrownBy(() -> Locks.taken(store, "ann", "half \ud800"));
            assertThatIllegalArgumentException().isThrownBy(() -> Locks.taken(store, "ann", ""));
        }
        try (var beside = Files.list(temp)) {
            assertThat(beside).containsExactly(temp.resolve("locks"));
        }
    }

    @Test
    void acquire_nameThatDiffersInCaseOnly_isRefusedWhereCaseDoesNotCount() {
        Path folder = temp.resolve("locks");
        StoreTraits traits = new StoreTraits("files:x", Preset.RESUME, false, true, true);
        try (LockStore store = SidecarStore.open(
                folder.resolve(".holdfast/files"),
                real -> ignoringCase(new LockFiles(folder, real, Disk.REAL)),
                Disk.REAL,
                traits,
                time)) {
            Locks.taken(store, "ann", "Job");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Locks.taken(store, "bob", "other", "job"))
                    .withMessageContaining("'Job'");
            assertThat(Locks.owner(store, "other")).isEmpty();
            Locks.givenBack(store, "Job");
            Locks.taken(store, "bob", "job");
        }
    }

    private static View ignoringCase(View view) {
        return (View) Proxy.newProxyInstance(
                View.class.getClassLoader(), new Class<?>[] {View.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("ignoresCase")) {
                        return true;
                    }
                    try {
                        return method.invoke(view, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "files:", "dir: ", "files:\u0000"})
    void open_senselessAddress_showsASensibleOne(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileStoreProvider().open(address, time))
                .withMessageContaining("files:FOLDER");
    }

    @Test
    void acquire_withoutHardLinks_works() throws IOException {
        Disk disk = new Disk(step -> {
            if (step.startsWith("link")) {
                throw new java.nio.file.FileSystemException("x", "y", "Operation not permitted");
            }
        });
        for (String scheme : new String[] {"files", "dir"}) {
            try (LockStore store = FileStoreProvider.open(scheme + ":" + temp.resolve(scheme), time, disk)) {
                Locks.taken(store, "ann", "a");
                assertThat(Locks.owner(store, "a")).isEqualTo("ann");
                Locks.refused(store, "bob", "a");
                Locks.givenBack(store, "a");
                assertThat(Locks.owner(store, "a")).isEmpty();
            }
        }
        assertThat(temp.resolve("files/a.lock")).doesNotExist();
    }
}
