package dev.holdfast.store.sql.mariadb;

import dev.holdfast.servers.MariaServer;
import dev.holdfast.store.LockStore;
import dev.holdfast.testkit.OwnClockStoreContract;
import dev.holdfast.testkit.WatchContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class MariaLockStoreContractTest extends OwnClockStoreContract implements WatchContract {
    @TempDir
    private static Path folder;

    private static MariaServer server;

    @BeforeAll
    static void start() {
        server = Servers.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Servers.empty(server);
    }

    @Override
    protected LockStore open(InstantSource clock) {
        return new MariaProvider().open(server.address() + "?connections=4", clock);
    }
}
