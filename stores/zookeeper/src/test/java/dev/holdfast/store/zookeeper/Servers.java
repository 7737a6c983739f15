package dev.holdfast.store.zookeeper;

import dev.holdfast.engines.ZooKeeperServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** One server for all tests that do it no harm, and a path of its own for each. */
final class Servers {
    private static final AtomicInteger PATHS = new AtomicInteger();

    private Servers() {}

    private static final class Shared {
        private static final ZooKeeperServer SERVER = ZooKeeperServer.start(folder());
    }

    static ZooKeeperServer shared() {
        return Shared.SERVER;
    }

    /** The address of a store that nobody else uses. */
    static String fresh() {
        return shared().address(shared().port(), "test/" + PATHS.incrementAndGet());
    }

    static Path folder() {
        try {
            return Files.createTempDirectory("zookeeper");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
