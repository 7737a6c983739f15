package dev.holdfast.store.sql.sqlite;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteLockStoreContractTest extends LockStoreContract implements WatchContract {
    @TempDir
    private Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new SqliteProvider().open("sqlite:" + folder.resolve("deep/locks.db"), clock);
    }
}
