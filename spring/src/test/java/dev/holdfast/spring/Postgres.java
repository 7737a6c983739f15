package dev.holdfast.spring;

import dev.holdfast.engines.PostgresServer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** One PostgreSQL for all tests of a run; each test has schemas of its own in it. */
public final class Postgres {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Postgres() {}

    /** The properties of an application that has schemas of its own for its tables and for its locks. */
    public static String[] fresh() {
        int number = LAST.incrementAndGet();
        server().execute("CREATE SCHEMA app_" + number);
        return new String[] {
            "spring.datasource.url=" + server().jdbcUrl() + "?currentSchema=app_" + number,
            "spring.datasource.username=" + server().user(),
            "spring.datasource.password=" + server().password(),
            "holdfast.schema=locks_" + number
        };
    }

    public static PostgresServer server() {
        return PostgresServer.shared();
    }

    /** Those properties and more. */
    public static String[] and(String[] properties, String... more) {
        String[] all = Arrays.copyOf(properties, properties.length + more.length);
        System.arraycopy(more, 0, all, properties.length, more.length);
        return all;
    }
}
