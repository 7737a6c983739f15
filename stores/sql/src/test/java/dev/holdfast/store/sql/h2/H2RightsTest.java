package dev.holdfast.store.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read and write the files of an H2 store. */
class H2RightsTest {
    @TempDir
    Path temp;

    private static Map<String, String> rights(Path folder) throws IOException {
        Map<String, String> rights = new TreeMap<>();
        try (var files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                rights.put(
                        file.getFileName().toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return rights;
    }

    private static Map<String, String> rightsInUse(Path folder) throws IOException {
        try (LockManager manager = LockManager.open("h2:" + folder.resolve("locks"));
                LockHandle handle = manager.acquire("a")) {
            assertThat(handle.isHeld()).isTrue();
            return rights(folder);
        }
    }

    @Test
    void use_folderOfOneUser_isClosedToOthers() throws IOException {
        Path folder = temp.resolve("new");
        assertThat(rightsInUse(folder)).containsExactly(Map.entry("locks.mv.db", "rw-------"));
        assertThat(rights(folder)).as("after its end").containsExactly(Map.entry("locks.mv.db", "rw-------"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(rightsInUse(folder)).as("again").containsExactly(Map.entry("locks.mv.db", "rw-------"));
    }

    @Test
    void use_folderSharedWithItsGroup_isOpenToTheGroup() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("shared"));
        Files.setAttribute(folder, "unix:mode", 02770);
        assertThat(rightsInUse(folder)).containsExactly(Map.entry("locks.mv.db", "rw-rw----"));
    }

    /** H2 reports failures into a file of its own, which would have the rights that the process gives by default. */
    @Test
    void failure_makesNoFileForOthers() throws IOException {
        Path folder = temp.resolve("new");
        rightsInUse(folder);
        Files.writeString(folder.resolve("locks.mv.db"), "no database");
        assertThat(catchThrowable(() -> rightsInUse(folder))).isNotNull();
        assertThat(rights(folder)).containsExactly(Map.entry("locks.mv.db", "rw-------"));
    }
}
