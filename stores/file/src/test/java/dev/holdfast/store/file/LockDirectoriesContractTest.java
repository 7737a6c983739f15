package dev.holdfast.store.file;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class LockDirectoriesContractTest extends LockStoreContract implements WatchContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new FileStoreProvider().open("dir:" + folder.resolve("locks"), clock);
    }
}
