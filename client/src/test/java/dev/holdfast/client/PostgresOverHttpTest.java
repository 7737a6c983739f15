package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.check.LongTest;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract of managers through a server on PostgreSQL. */
@LongTest(
        "the contract once more on a server of its own; SqliteOverHttpTest and the contract of the PostgreSQL store run in every check")
class PostgresOverHttpTest extends OwnClockManagerContract {
    @TempDir
    private static Path folder;

    private static PostgresServer server;

    private final String address = server.address() + "?connections=4&schema=h"
            + UUID.randomUUID().toString().replace("-", "");

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
        return Asked.store(address, clock);
    }

    @Override
    protected LockManager connect(InstantSource clock, ManagerOptions options) {
        return Asked.over(open(clock), options, this::keep);
    }
}
