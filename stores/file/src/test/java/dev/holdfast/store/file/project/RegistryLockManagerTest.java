package dev.holdfast.store.file.project;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class RegistryLockManagerTest extends LockManagerContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new RegistryStoreProvider().open("file:" + folder.resolve(".locks"), clock);
    }
}
