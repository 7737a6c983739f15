package dev.holdfast.store.sql.sqlite;

import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteLockManagerTest extends LockManagerContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return new SqliteProvider().open("sqlite:" + folder.resolve("locks.db"), clock);
    }
}
