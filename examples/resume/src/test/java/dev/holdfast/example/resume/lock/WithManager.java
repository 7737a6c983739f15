package dev.holdfast.example.resume.lock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a lock manager on a storage folder of their own. */
abstract class WithManager {
    /** No process of any Linux, macOS or Windows has this number, and each of them can tell. */
    static final long FAKE_PID = 1L << 22;

    @TempDir
    Path storage;

    ResumeLockManager manager;

    @BeforeEach
    final void open() throws ResumeLockException {
        manager = new ResumeLockManager(storage);
    }

    @AfterEach
    final void close() {
        manager.close();
    }

    final Path file(String id) {
        return storage.resolve("resume_locks").resolve(id + ".lock");
    }

    /** Returns the name of this machine, as lock files have it. */
    final String here() throws IOException, ResumeLockException {
        try (ResumeLock lock = manager.acquireLock("where-am-i")) {
            return ResumeLockData.parse(Files.readString(file(lock.jobId()))).hostname();
        }
    }
}
