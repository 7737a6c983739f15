package dev.holdfast.store.zookeeper;

import dev.holdfast.servers.Server;
import dev.holdfast.servers.ServerFaultContract;
import dev.holdfast.servers.ZooKeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

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
}
