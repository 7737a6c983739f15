package dev.holdfast.store.zookeeper;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.Server;
import dev.holdfast.engines.ServerFaultContract;
import dev.holdfast.engines.ZooKeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ZooKeeperFaultTest extends ServerFaultContract {
    private static ZooKeeperServer server;

    @BeforeAll
    static void start() {
        server = ZooKeeperServer.start(Servers.folder());
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
