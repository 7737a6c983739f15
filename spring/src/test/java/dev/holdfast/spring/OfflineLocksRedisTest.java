package dev.holdfast.spring;

import dev.holdfast.servers.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** In Redis. */
class OfflineLocksRedisTest extends OfflineLocksContract {
    @TempDir
    private static Path folder;

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.durable(folder);
        start("holdfast.store=" + redis.address(), "spring.datasource.url=jdbc:h2:mem:unused");
    }

    @AfterAll
    static void end() {
        redis.close();
    }
}
