package dev.holdfast.store.redis;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Server;
import dev.holdfast.engines.ServerFaultContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisFaultTest extends ServerFaultContract {
    @TempDir
    private static Path folder;

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.durable(folder);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Override
    protected Server server() {
        return server;
    }

    @Test
    @LongTest("settling takes 15 s; covered by server_thatHangs_failsInTime and by SettlingTest in every check")
    void acquire_whileTheServerHangs_fails() {
        requireFailureWhileServerHangs();
    }
}
