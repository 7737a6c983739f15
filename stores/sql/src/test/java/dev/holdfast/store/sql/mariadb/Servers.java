package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Storage for tests on one server: databases, emptied for each test, since it takes long to lay one out. */
final class Servers {
    private static final Queue<String> UNUSED = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Servers() {}

    /** Returns a database of the shared server that is laid out and has no records, for one test at a time. */
    static String lend() {
        String known = UNUSED.poll();
        if (known != null) {
            empty(MariaServer.shared(), known);
            return known;
        }
        return layOut("lent" + DATABASES.incrementAndGet());
    }

    /** One at a time: a caller who waits for others to lay out their databases may run out of time. */
    private static synchronized String layOut(String database) {
        MariaServer server = MariaServer.shared();
        server.execute("CREATE DATABASE " + database + " CHARACTER SET utf8mb4");
        String address = server.address().replace("/locks", "/" + database) + "?timeout=60s";
        try (LockStore store = new MariaProvider().open(address, InstantSource.system())) {
            store.traits();
        }
        return database;
    }

    /** Takes a database back that nobody uses any more. */
    static void giveBack(String database) {
        UNUSED.add(database);
    }

    /** Takes out all records and the history, if there are any. */
    static void empty(MariaServer server) {
        empty(server, "locks");
    }

    private static void empty(MariaServer server, String database) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("record", "party", "change")) {
                if (connection
                        .getMetaData()
                        .getTables(database, null, "holdfast_" + table, null)
                        .next()) {
                    statement.execute("DELETE FROM " + database + ".holdfast_" + table);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
