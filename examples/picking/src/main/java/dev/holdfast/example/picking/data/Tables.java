package dev.holdfast.example.picking.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;

/** Makes the tables, with stock and orders to try it with. */
public final class Tables {
    private Tables() {}

    /** Creates the tables, if they do not exist. */
    public static void make(DataSource source) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // Nodes that start at the same time make them one after the other.
            statement.execute("SELECT pg_advisory_xact_lock(7433)");
            statement.execute(script());
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("The database cannot be used: " + e.getMessage(), e);
        }
    }

    private static String script() {
        try (InputStream in =
                Objects.requireNonNull(Tables.class.getResourceAsStream("/dev/holdfast/example/picking/tables.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
