package dev.holdfast.store.redis;

import dev.holdfast.engines.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.OwnClockManagerContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class RedisLockManagerTest extends OwnClockManagerContract {
    @TempDir
    private static Path folder;

    private static RedisServer server;

    private final String address = RedisServers.newPlace(server.address()) + "&quiet=0s&timeout=2m";

    @BeforeAll
    static void start() {
        server = RedisServer.start(folder);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new RedisStoreProvider().open(address, clock);
    }
}
