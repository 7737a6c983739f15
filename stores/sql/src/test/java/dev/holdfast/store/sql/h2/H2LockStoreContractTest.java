package dev.holdfast.store.sql.h2;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** A file. */
class H2LockStoreContractTest extends LockStoreContract implements WatchContract {
    @TempDir
    private Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new H2Provider().open("h2:" + folder.resolve("deep/locks"), clock);
    }
}
