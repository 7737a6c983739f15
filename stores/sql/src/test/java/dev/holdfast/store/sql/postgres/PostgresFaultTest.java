package dev.holdfast.store.sql.postgres;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.engines.Server;
import dev.holdfast.engines.ServerFaultContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresFaultTest extends ServerFaultContract {
    @TempDir
    private static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stop() {
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
