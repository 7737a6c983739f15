package dev.holdfast.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Who may read and write the files of a SQLite store. */
class SqliteRightsTest {
    @TempDir
    Path temp;

    private Map<String, String> rightsInUse(Path folder) throws IOException {
        Map<String, String> rights = new TreeMap<>();
        try (LockManager manager = LockManager.open("sqlite:" + folder.resolve("locks.db"));
                LockHandle handle = manager.acquire("a");
                var files = Files.list(folder)) {
            assertThat(handle.isHeld()).isTrue();
            for (Path file : (Iterable<Path>) files::iterator) {
                rights.put(
                        file.getFileName().toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return rights;
    }

    @Test
    void use_folderOfOneUser_isClosedToOthers() throws IOException {
        Path folder = temp.resolve("new");
        assertThat(rightsInUse(folder))
                .containsEntry("locks.db", "rw-------")
                .containsEntry("locks.db-wal", "rw-------")
                .containsEntry("locks.db-shm", "rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void use_folderSharedWithItsGroup_isOpenToTheGroup() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("shared"));
        Files.setAttribute(folder, "unix:mode", 02770);
        assertThat(rightsInUse(folder))
                .containsEntry("locks.db", "rw-rw----")
                .containsEntry("locks.db-wal", "rw-rw----")
                .containsEntry("locks.db-shm", "rw-rw----");
    }
}
