package dev.holdfast.store.sql.h2;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.store.sql.shared.DatabaseError;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Migrations;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The layout of a database, found and made on one connection. H2 commits each statement of a script by itself, so scripts can be
 * applied again when one was interrupted, or when another program makes the same at the same moment.
 *
 * @param list the table that lists the layouts
 */
record H2Layout(Connection connection, Migrations migrations, String list) implements Migrations.Target {
    static final Migrations MIGRATIONS = Migrations.beside(H2Layout.class);
    static final Migrations VALUES = Migrations.beside(H2Layout.class, "values-");

    private static final String TABLE = "SELECT 1 FROM information_schema.tables"
            + " WHERE LOWER(table_schema) = 'holdfast' AND LOWER(table_name) = ";
    private static final String MODE =
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'MODE'";
    private static final int TRIES = 20;
    private static final int[] OLDEST = {2, 3, 232};

    H2Layout(Connection connection, Migrations migrations) {
        this(connection, migrations, "layout");
    }

    static void require(Connection connection, boolean migrate, Failures failures) throws SQLException {
        requireEngine(connection, failures);
        MIGRATIONS.require(new H2Layout(connection, MIGRATIONS), migrate, failures);
    }

    static void requireValues(Connection connection, boolean migrate, Failures failures) throws SQLException {
        VALUES.require(new H2Layout(connection, VALUES, "value_layout"), migrate, failures);
    }

    private static void requireEngine(Connection connection, Failures failures) throws SQLException {
        DatabaseMetaData engine = connection.getMetaData();
        if (!engine.getDatabaseProductName().equals("H2") || isOld(engine.getDatabaseProductVersion())) {
            throw new StoreUnwritableException(
                    failures.place() + " is " + engine.getDatabaseProductName() + " "
                            + engine.getDatabaseProductVersion() + ": locks need H2 2.3.232 or later.",
                    null);
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(MODE)) {
            if (row.next() && row.getString(1).equals("MSSQLServer")) {
                throw new StoreUnwritableException(
                        failures.place()
                                + " is in the compatibility mode MSSQLServer, which reads our tables otherwise:"
                                + " take another mode, or keep the locks at h2:mem:locks.",
                        null);
            }
        }
    }

    /** Returns whether a version such as {@code 2.4.240 (2025-09-22)} is older than the first that has what the statements use. */
    static boolean isOld(String version) {
        int[] numbers = Pattern.compile("\\D+")
                .splitAsStream(version.replaceFirst(" .*", ""))
                .mapToInt(Integer::parseInt)
                .toArray();
        return Arrays.compare(numbers, OLDEST) < 0;
    }

    @Override
    public int layout() throws SQLException {
        return Migrations.layout(connection, TABLE + "'" + list + "'", "SELECT MAX(number) FROM holdfast." + list);
    }

    @Override
    public void migrate() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long limit = lockTimeout(statement);
            statement.execute("SET LOCK_TIMEOUT " + Migrations.MAX_TIME.toMillis() / 2);
            try {
                for (int tries = 1; layout() < migrations.newest(); tries++) {
                    migrate(statement, tries);
                }
            } finally {
                statement.execute("SET LOCK_TIMEOUT " + limit);
            }
        }
    }

    private void migrate(Statement statement, int tries) throws SQLException {
        try {
            for (String script : migrations.after(layout())) {
                statement.execute(script);
            }
        } catch (SQLException e) {
            if (tries == TRIES || H2Errors.of(e) == DatabaseError.NO_RIGHT) {
                throw e;
            }
        }
    }

    private static long lockTimeout(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("CALL LOCK_TIMEOUT()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
