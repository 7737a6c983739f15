package dev.holdfast.example.resume.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that goes wrong with the locks comes out as anything but a {@link ResumeLockException}. */
class ResumeLockTroubleTest {
    @TempDir
    Path storage;

    private Path file(String id) {
        return storage.resolve("resume_locks").resolve(id + ".lock");
    }

    @Test
    @DisplayName("R10: a storage folder that cannot be one is a typed error with its cause")
    void open_fileInTheWay_isTyped() throws Exception {
        Path file = Files.writeString(storage.resolve("file"), "mine");
        assertThatThrownBy(() -> new ResumeLockManager(file).close())
                .isExactlyInstanceOf(ResumeLockException.class)
                .hasMessageContaining(file.toString())
                .cause()
                .isNotNull();
        assertThat(file).content().isEqualTo("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"job_id\":\"j\",\"proc", "[]", "{\"process_id\":\"12\"}", "\u0000\u0001"})
    @DisplayName("R10: a corrupt lock file is a refusal that says so, left as it is, and taken by force alone")
    void acquireLock_corruptFile_isTypedAndRecoverable(String text) throws Exception {
        try (ResumeLockManager manager = new ResumeLockManager(storage)) {
            Files.writeString(file("j"), text);
            assertThatThrownBy(() -> manager.acquireLock("j"))
                    .isInstanceOfSatisfying(
                            ResumeInProgressException.class,
                            refusal -> assertThat(refusal.holder()).isEmpty())
                    .hasMessageContainingAll(
                            "already in progress", "unknown process", file("j").toString(), "--force")
                    .cause()
                    .isNotNull();
            assertThat(file("j")).content().isEqualTo(text);
            try (ResumeLock lock = manager.takeOverLock("j")) {
                assertThat(ResumeLockData.parse(Files.readString(file("j")))).isEqualTo(lock.data());
            }
            Files.writeString(file("j"), text);
            Files.delete(file("j"));
            assertThat(manager.acquireLock("j").held()).isTrue();
        }
    }

    @Test
    @DisplayName("R10: a folder in the lock file's place is a typed error, by force too, and stays")
    void acquireLock_folderInPlace_isTyped() throws Exception {
        try (ResumeLockManager manager = new ResumeLockManager(storage)) {
            Path inside = Files.createDirectories(file("j")).resolve("mine");
            Files.writeString(inside, "mine");
            assertThatThrownBy(() -> manager.acquireLock("j")).isInstanceOf(ResumeLockException.class);
            assertThatThrownBy(() -> manager.takeOverLock("j"))
                    .isInstanceOf(ResumeLockException.class)
                    .hasMessageContaining("remove it by hand")
                    .cause()
                    .isNotNull();
            assertThat(inside).content().isEqualTo("mine");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "\ud800"})
    @DisplayName("R10: an id that cannot be one is a typed error with its cause")
    void acquireLock_senselessId_isTyped(String id) throws Exception {
        try (ResumeLockManager manager = new ResumeLockManager(storage)) {
            assertThatThrownBy(() -> manager.acquireLock(id))
                    .isInstanceOf(ResumeLockException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> manager.holder(id)).isInstanceOf(ResumeLockException.class);
        }
    }

    @Test
    @DisplayName("R8: an id that is no file name stays in the folder")
    void acquireLock_pathAsId_staysInside() throws Exception {
        try (ResumeLockManager manager = new ResumeLockManager(storage);
                ResumeLock lock = manager.acquireLock("../../etc/passwd")) {
            assertThat(lock.held()).isTrue();
            assertThat(file("%2E.%2F..%2Fetc%2Fpasswd")).exists();
        }
    }

    @Test
    @DisplayName("R10: after the manager is closed its locks are given back, and using them is a typed error")
    void use_afterClose_isTyped() throws Exception {
        ResumeLockManager manager = new ResumeLockManager(storage);
        ResumeLock lock = manager.acquireLock("j");
        manager.close();
        assertThat(file("j")).doesNotExist();
        assertThatThrownBy(lock::requireHeld).isInstanceOf(ResumeLockException.class);
        assertThatThrownBy(() -> manager.acquireLock("j")).isInstanceOf(ResumeLockException.class);
        lock.close();
        manager.close();
    }

    @Test
    @DisplayName("R10: a lock whose file was removed by hand is lost, and says so")
    void requireHeld_fileRemoved_isLost() throws Exception {
        try (ResumeLockManager manager = new ResumeLockManager(storage)) {
            ResumeLock lock = manager.acquireLock("j");
            Files.delete(file("j"));
            assertThatThrownBy(lock::requireHeld)
                    .isInstanceOf(ResumeLockLostException.class)
                    .hasMessageContaining("another program");
        }
    }
}
