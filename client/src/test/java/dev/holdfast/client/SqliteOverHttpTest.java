package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** The contract of managers through a server on SQLite. */
class SqliteOverHttpTest extends LockManagerContract {
    @TempDir
    Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        return Asked.store("sqlite:" + folder.resolve("locks.db"), clock);
    }

    @Override
    protected LockManager connect(InstantSource clock, ManagerOptions options) {
        return Asked.over(open(clock), options, this::keep);
    }
}
