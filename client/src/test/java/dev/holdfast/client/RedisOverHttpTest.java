package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.check.LongTest;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract of managers through a server on Redis. */
@LongTest(
        "the contract once more on a server of its own; SqliteOverHttpTest and the contract of the Redis store run in every check")
class RedisOverHttpTest extends OwnClockManagerContract {
    @TempDir
    private static Path folder;

    private static RedisServer server;

    private final String address = server.address() + "?prefix=" + UUID.randomUUID() + "&quiet=0s";

    @BeforeAll
    static void start() {
        server = RedisServer.start(folder);
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
