package dev.holdfast.store.sql.postgres;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import java.time.InstantSource;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Schemas of the shared server. It takes long to lay one out, so tests that want no more than an empty one share some. */
final class Schemas {
    private static final AtomicInteger LAST = new AtomicInteger();
    private static final Queue<String> UNUSED = new ConcurrentLinkedQueue<>();

    private Schemas() {}

    /** Returns a name that no other test of this run uses. */
    static String fresh() {
        return "locks_" + LAST.incrementAndGet();
    }

    /** Returns a schema that is laid out and has no records, for one test at a time. */
    static String lend() {
        String known = UNUSED.poll();
        if (known != null) {
            PostgresServer.shared()
                    .execute("SET search_path TO " + known + "; DELETE FROM record; DELETE FROM party;"
                            + " DELETE FROM change; DELETE FROM listener");
            return known;
        }
        return layOut(fresh());
    }

    /** One at a time: a caller who waits for others to lay out their schemas may run out of time. */
    private static synchronized String layOut(String schema) {
        String address = PostgresServer.shared().address() + "?timeout=60s&connections=1&schema=" + schema;
        try (LockStore store = new PostgresProvider().open(address, InstantSource.system())) {
            store.traits();
        }
        return schema;
    }

    /** Takes a schema back that nobody uses any more. */
    static void giveBack(String schema) {
        UNUSED.add(schema);
    }
}
