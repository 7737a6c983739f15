package dev.holdfast.store.file.project;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class RegistryStoreContractTest extends LockStoreContract implements WatchContract {
    @TempDir
    Path project;

    @Override
    protected LockStore open(InstantSource clock) {
        return new RegistryStoreProvider().open("file:" + project.resolve(".locks"), clock);
    }
}
