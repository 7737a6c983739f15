package dev.holdfast.store.sql.mariadb;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Migrations;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of a database, found and made on one connection. MariaDB commits each statement of a script by itself, so scripts
 * can be applied again when one was interrupted.
 *
 * @param table the one that lists the layouts
 */
record MariaLayout(Connection connection, Migrations migrations, String table) implements Migrations.Target {
    static final Migrations MIGRATIONS = Migrations.beside(MariaLayout.class);
    static final Migrations VALUES = Migrations.beside(MariaLayout.class, "values-");

    private static final String MAKING = "CONCAT('holdfast.', LEFT(DATABASE(), 50))";

    MariaLayout(Connection connection, Migrations migrations) {
        this(connection, migrations, "holdfast_layout");
    }

    static void require(Connection connection, boolean migrate, Failures failures) throws SQLException {
        requireServer(connection.getMetaData(), failures);
        MIGRATIONS.require(new MariaLayout(connection, MIGRATIONS), migrate, failures);
    }

    static void requireValues(Connection connection, boolean migrate, Failures failures) throws SQLException {
        VALUES.require(new MariaLayout(connection, VALUES, "holdfast_value_layout"), migrate, failures);
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
        return Migrations.layout(
                connection,
                "SELECT 1 FROM information_schema.tables" + " WHERE table_schema = DATABASE() AND table_name = '"
                        + table + "'",
                "SELECT MAX(number) FROM " + table);
    }

    @Override
    public void migrate() throws SQLException {
        Migrations.patiently(connection, statement -> {
            statement.execute("SET SESSION max_statement_time = " + Migrations.MAX_TIME.toSeconds());
            statement.execute("DO GET_LOCK(" + MAKING + ", " + Migrations.MAX_TIME.toSeconds() / 2 + ")");
            try {
                for (String script : migrations.after(layout())) {
                    for (String step : steps(script)) {
                        statement.execute(step);
                    }
                }
            } finally {
                statement.execute("DO RELEASE_LOCK(" + MAKING + ")");
            }
        });
    }

    /** Returns the statements of a script for MariaDB's own client, which end with a line of two slashes. */
    static List<String> steps(String script) {
        return Arrays.stream(script.split("(?m)^(?://|DELIMITER .*)$"))
                .filter(step -> !step.isBlank())
                .toList();
    }
}
