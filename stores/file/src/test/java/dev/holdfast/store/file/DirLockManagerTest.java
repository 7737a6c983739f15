package dev.holdfast.store.file;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class DirLockManagerTest extends LockManagerContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new FileStoreProvider().open("dir:" + folder, clock);
    }
}
