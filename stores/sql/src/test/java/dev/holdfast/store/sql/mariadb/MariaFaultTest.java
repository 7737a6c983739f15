package dev.holdfast.store.sql.mariadb;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.engines.Server;
import dev.holdfast.engines.ServerFaultContract;
import dev.holdfast.spi.LockStore;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MariaFaultTest extends ServerFaultContract {
    @TempDir
    private static Path folder;

    private static MariaServer server;

    @BeforeAll
    static void start() {
        server = MariaServer.start(folder, "max-connections=400");
        try (LockStore store = new MariaProvider().open(server.address(), InstantSource.system())) {
            store.traits(); // laid out
        }
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
