package dev.holdfast.store.sql.postgres;

import dev.holdfast.servers.PostgresServer;
import dev.holdfast.store.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgresLockManagerTest extends OwnClockManagerContract {
    @TempDir
    private static Path folder;

    private static PostgresServer server;

    private final String schema = Schemas.fresh();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new PostgresProvider().open(server.address() + "?connections=4&schema=" + schema, clock);
    }
}
