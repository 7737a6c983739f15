package dev.holdfast.store.sql.h2;

import dev.holdfast.engines.H2Server;
import java.util.concurrent.atomic.AtomicInteger;

/** New databases on the shared server. */
final class H2Databases {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private H2Databases() {}

    /** Returns the address of a database without tables. */
    static String fresh() {
        String database = "fresh" + NUMBER.incrementAndGet();
        H2Server.shared().create(database);
        return H2Server.shared().address().replace("/locks", "/" + database);
    }
}
