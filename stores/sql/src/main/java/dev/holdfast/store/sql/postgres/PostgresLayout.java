package dev.holdfast.store.sql.postgres;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Migrations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The layout of a database, found and made on one connection.
 *
 * @param table the one that lists the layouts
 */
record PostgresLayout(
        Connection connection, PostgresSchema schema, Failures failures, Migrations migrations, String table)
        implements Migrations.Target {
    static final Migrations MIGRATIONS = Migrations.beside(PostgresLayout.class);
    static final Migrations VALUES = Migrations.beside(PostgresLayout.class, "values-");

    private static final int OLDEST = 130_000;
    /** Of the advisory lock that is held while a layout is made. */
    static final long MAKING = 0x486F6C6466617374L;

    PostgresLayout(Connection connection, PostgresSchema schema, Failures failures, Migrations migrations) {
        this(connection, schema, failures, migrations, "layout");
    }

    static void require(Connection connection, PostgresSchema schema, boolean migrate, Failures failures)
            throws SQLException {
        PostgresLayout layout = new PostgresLayout(connection, schema, failures, MIGRATIONS);
        layout.requireServer();
        MIGRATIONS.require(layout, migrate, failures);
    }

    static void requireValues(Connection connection, PostgresSchema schema, boolean migrate, Failures failures)
            throws SQLException {
        VALUES.require(new PostgresLayout(connection, schema, failures, VALUES, "value_layout"), migrate, failures);
    }

    private void requireServer() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),"
                                + " current_setting('server_version')")) {
            row.next();
            if (row.getInt(1) < OLDEST) {
                throw new StoreUnwritableException(
                        failures.place() + " has version " + row.getString(3) + ": locks need PostgreSQL 13 or later.",
                        null);
            }
            if (!row.getString(2).equals("UTF8")) {
                throw new StoreUnwritableException(
                        failures.place() + " keeps text as " + row.getString(2)
                                + ", which cannot keep all names: use a database with the encoding UTF8.",
                        null);
            }
        }
    }

    @Override
    public int layout() throws SQLException {
        // Not by to_regclass, which may remember that there was no such table a moment ago.
        return Migrations.layout(
                connection,
                schema.in("SELECT FROM pg_tables WHERE schemaname = 'holdfast' AND tablename = '" + table + "'"),
                schema.in("SELECT max(number) FROM holdfast." + table));
    }

    /**
     * Migrates. The lock is taken before the transaction begins: one that began earlier may still not see what another process
     * made. To make a layout, or to wait for a process that makes it, takes longer than the timeout of a call allows on a busy
     * machine.
     */
    @Override
    public void migrate() throws SQLException {
        Migrations.patiently(connection, statement -> {
            long millis = Migrations.MAX_TIME.toMillis();
            String statementLimit = limited(statement, "statement_timeout", millis * 3 / 4 + "ms");
            String lockLimit = limited(statement, "lock_timeout", millis / 2 + "ms");
            statement.execute("SELECT pg_advisory_lock(" + MAKING + ")");
            try {
                migrateAlone(statement);
            } finally {
                statement.execute("SELECT pg_advisory_unlock(" + MAKING + ")");
                limited(statement, "statement_timeout", statementLimit);
                limited(statement, "lock_timeout", lockLimit);
            }
        });
    }

    /** Sets a limit of the session and returns the one before. */
    private static String limited(Statement statement, String setting, String limit) throws SQLException {
        String before;
        try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            before = row.getString(1);
        }
        statement.execute("SET " + setting + " = '" + limit + "'");
        return before;
    }

    private void migrateAlone(Statement statement) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (String script : migrations.after(layout())) {
                statement.execute(schema.in(script));
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
