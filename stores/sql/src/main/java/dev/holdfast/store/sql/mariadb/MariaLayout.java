package dev.holdfast.store.sql.mariadb;

import dev.holdfast.store.StoreUnwritableException;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Migrations;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of a database, found and made on one connection. MariaDB commits each statement of a script by itself, so scripts
 * can be applied again when one was interrupted.
 */
final class MariaLayout implements Migrations.Target {
    static final Migrations MIGRATIONS = Migrations.beside(MariaLayout.class);

    private static final Duration MAX_TIME = Duration.ofSeconds(60);
    private static final String MAKING = "CONCAT('holdfast.', LEFT(DATABASE(), 50))";

    private final Connection connection;

    private MariaLayout(Connection connection) {
        this.connection = connection;
    }

    static void require(Connection connection, boolean migrate, Failures failures) throws SQLException {
        requireServer(connection.getMetaData(), failures);
        MIGRATIONS.require(new MariaLayout(connection), migrate, failures);
    }

    private static void requireServer(DatabaseMetaData server, Failures failures) throws SQLException {
        int major = server.getDatabaseMajorVersion();
        boolean maria = server.getDatabaseProductName().contains("MariaDB");
        if (!maria || major < 10 || (major == 10 && server.getDatabaseMinorVersion() < 6)) {
            throw new StoreUnwritableException(
                    failures.place() + " is " + server.getDatabaseProductName() + " "
                            + server.getDatabaseProductVersion() + ": locks need MariaDB 10.6 or later.",
                    null);
        }
    }

    @Override
    public int layout() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM information_schema.tables"
                    + " WHERE table_schema = DATABASE() AND table_name = 'holdfast_layout'")) {
                found.next();
                if (found.getInt(1) == 0) {
                    return Migrations.NONE;
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT MAX(number) FROM holdfast_layout")) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void migrate() throws SQLException {
        int timeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) MAX_TIME.toMillis());
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION max_statement_time = " + MAX_TIME.toSeconds());
            statement.execute("DO GET_LOCK(" + MAKING + ", " + MAX_TIME.toSeconds() / 2 + ")");
            try {
                for (String script : MIGRATIONS.after(Math.min(layout(), MIGRATIONS.newest()))) {
                    for (String step : steps(script)) {
                        statement.execute(step);
                    }
                }
            } finally {
                statement.execute("DO RELEASE_LOCK(" + MAKING + ")");
            }
        } finally {
            connection.setNetworkTimeout(Runnable::run, timeout);
        }
    }

    /** Returns the statements of a script for MariaDB's own client, which end with a line of two slashes. */
    static List<String> steps(String script) {
        return Arrays.stream(script.split("(?m)^(?://|DELIMITER .*)$"))
                .filter(step -> !step.isBlank())
                .toList();
    }
}
