package dev.holdfast.store.sql.postgres;

import java.util.concurrent.atomic.AtomicInteger;

/** Names of schemas that no other test of this run uses. */
final class Schemas {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Schemas() {}

    static String fresh() {
        return "locks_" + LAST.incrementAndGet();
    }
}
