package dev.holdfast.shedlock;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteShedLockTest extends ShedLockContract {
    @TempDir
    Path folder;

    @Override
    String address() {
        return "sqlite:" + folder.resolve("locks.db");
    }
}
