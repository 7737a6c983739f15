package dev.holdfast.spring;

import dev.holdfast.servers.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** One PostgreSQL for all tests of a run; each test has schemas of its own in it. */
public final class Postgres {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Postgres() {}

    private static final class Holder {
        static final PostgresServer SERVER = start();

        private static PostgresServer start() {
            try {
                PostgresServer server =
                        PostgresServer.start(Files.createTempDirectory("postgres"), "max_connections=200", "fsync=off");
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The properties of an application that has schemas of its own for its tables and for its locks. */
    public static String[] fresh() {
        int number = LAST.incrementAndGet();
        Holder.SERVER.execute("CREATE SCHEMA app_" + number);
        return new String[] {
            "spring.datasource.url=" + Holder.SERVER.jdbcUrl() + "?currentSchema=app_" + number,
            "spring.datasource.username=" + Holder.SERVER.user(),
            "spring.datasource.password=" + Holder.SERVER.password(),
            "holdfast.schema=locks_" + number
        };
    }

    public static PostgresServer server() {
        return Holder.SERVER;
    }

    /** Those properties and more. */
    public static String[] and(String[] properties, String... more) {
        String[] all = Arrays.copyOf(properties, properties.length + more.length);
        System.arraycopy(more, 0, all, properties.length, more.length);
        return all;
    }
}
