package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.check.LongTest;
import dev.holdfast.check.ShortFolder;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LockManagerContract;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** The contract of managers through a Unix socket. */
@LongTest("the contract once more; SqliteOverHttpTest has it, and SocketTransportTest the socket, in every check")
class SqliteOverSocketTest extends LockManagerContract {
    @TempDir(factory = ShortFolder.class)
    Path folder;

    private final AtomicInteger sockets = new AtomicInteger();

    @Override
    protected LockStore open(InstantSource clock) {
        return Asked.store("sqlite:" + folder.resolve("locks.db"), clock);
    }

    @Override
    protected LockManager connect(InstantSource clock, ManagerOptions options) {
        LockManager locks = Managers.over(open(clock), options);
        keep(locks);
        HoldfastServer server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        keep(server);
        Path path = folder.resolve("s" + sockets.incrementAndGet());
        // A server's own socket makes all callers of one account one user; the contract has several.
        keep(new SocketRelay(path, URI.create(server.address()).getPort()));
        return HoldfastClient.open("unix:" + path, () -> null, options);
    }
}
