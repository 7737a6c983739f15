package dev.holdfast.example.picking;

import dev.holdfast.engines.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Databases for the tests of one run, on one server. */
final class Warehouse {
    private static final AtomicInteger LAST = new AtomicInteger();

    private final String name;

    private Warehouse(String name) {
        this.name = name;
    }

    private static final class Holder {
        static final PostgresServer SERVER = start();

        private static PostgresServer start() {
            try {
                return PostgresServer.start(Files.createTempDirectory("postgres"), "fsync=off");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** One with nothing in it. */
    static Warehouse fresh() {
        Warehouse made = new Warehouse("warehouse_" + LAST.incrementAndGet());
        Holder.SERVER.execute("CREATE DATABASE " + made.name);
        return made;
    }

    String address() {
        return Holder.SERVER.address().replaceAll("/[a-z]+$", "/" + name);
    }

    /** A node of the application on it. */
    Picking node() {
        return Picking.start(PickingOptions.at(address()).port(0));
    }

    /** One whose claims are over soon. */
    Picking hastyNode() {
        return Picking.start(PickingOptions.at(address()).port(0).lease(Duration.ofSeconds(2)));
    }

    /** The one number that a query gives. */
    int number(String sql) {
        try (Connection connection = DriverManager.getConnection(
                        Holder.SERVER.jdbcUrl().replaceAll("/[a-z]+$", "/" + name),
                        Holder.SERVER.user(),
                        Holder.SERVER.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
