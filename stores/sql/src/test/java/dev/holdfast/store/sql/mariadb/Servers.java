package dev.holdfast.store.sql.mariadb;

import dev.holdfast.servers.MariaServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Storage for tests on one server: a database, emptied for each test. */
final class Servers {
    private Servers() {}

    static MariaServer start(Path folder) {
        return MariaServer.start(folder, "max-connections=400");
    }

    /** Takes out all records and the history, if there are any. */
    static void empty(MariaServer server) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("record", "party", "change")) {
                if (connection
                        .getMetaData()
                        .getTables(null, null, "holdfast_" + table, null)
                        .next()) {
                    statement.execute("DELETE FROM holdfast_" + table);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
