package dev.holdfast.store.etcd;

import dev.holdfast.engines.EtcdServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** The server that tests share which do it no harm; each has a prefix of its own. */
final class TestEtcd {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final EtcdServer SERVER = EtcdServer.quick(folder());

    private TestEtcd() {}

    static Path folder() {
        try {
            return Files.createTempDirectory("etcd");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int port() {
        return SERVER.port();
    }

    /** An address at which nothing is yet. */
    static String address() {
        return "etcd://127.0.0.1:" + SERVER.port() + "/test-" + NUMBERS.incrementAndGet();
    }
}
