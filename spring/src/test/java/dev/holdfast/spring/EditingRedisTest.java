package dev.holdfast.spring;

import dev.holdfast.servers.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** With the locks in Redis, and the data in PostgreSQL. */
class EditingRedisTest extends EditingContract {
    @TempDir
    private static Path folder;

    private static RedisServer redis;

    @BeforeAll
    static void begin() {
        redis = RedisServer.durable(folder);
        start("holdfast.store=" + redis.address());
    }

    @AfterAll
    static void end() {
        redis.close();
    }
}
