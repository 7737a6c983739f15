package dev.holdfast.spring;

import dev.holdfast.engines.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;

/** One Redis for all tests of a run that do it no harm; each has locks of its own in it. */
public final class Redis {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Redis() {}

    private static final class Holder {
        static final RedisServer SERVER = start();

        private static RedisServer start() {
            try {
                RedisServer server = RedisServer.durable(Files.createTempDirectory("redis"));
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The property of an application that has its locks there. */
    public static String fresh() {
        return "holdfast.store=" + Holder.SERVER.address() + "?prefix=test-" + LAST.incrementAndGet();
    }
}
