package dev.holdfast.store.sql.shared;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.storage.NoLayoutException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The layouts of a database, each a script that makes it from the one before. They are resources beside a class, {@code 1.sql},
 * {@code 2.sql} and so on; once released, none is ever changed.
 */
public final class Migrations {
    /** The layout of a database in which Holdfast has nothing yet. */
    public static final int NONE = 0;

    /** The maximum time of a migration. */
    public static final Duration MAX_TIME = Duration.ofSeconds(60);

    private final List<String> scripts;

    private Migrations(List<String> scripts) {
        this.scripts = scripts;
    }

    public static Migrations beside(Class<?> type) {
        return beside(type, "");
    }

    /** Returns the scripts whose names begin with that: {@code values-1.sql} for {@code values-}. */
    public static Migrations beside(Class<?> type, String prefix) {
        List<String> scripts = new ArrayList<>();
        try {
            for (int i = 1; ; i++) {
                try (InputStream script = type.getResourceAsStream(prefix + i + ".sql")) {
                    if (script == null) {
                        return new Migrations(List.copyOf(scripts));
                    }
                    scripts.add(new String(script.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns these and one more, which follows them. */
    public Migrations then(String script) {
        List<String> more = new ArrayList<>(scripts);
        more.add(script);
        return new Migrations(List.copyOf(more));
    }

    /** Returns the layout that this Holdfast needs. */
    public int newest() {
        return scripts.size();
    }

    /** Returns the scripts that are missing in a database of that layout, in their order. */
    public List<String> after(int layout) {
        return scripts.subList(Math.min(layout, scripts.size()), scripts.size());
    }

    /**
     * Returns the layout of a database.
     *
     * @param table a query that finds the table of layouts, if it is there
     * @param newest a query for the greatest number in it
     */
    public static int layout(Connection connection, String table, String newest) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery(table)) {
                if (!found.next()) {
                    return NONE;
                }
            }
            try (ResultSet row = statement.executeQuery(newest)) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** A step of a migration. */
    @FunctionalInterface
    public interface Step {
        void with(Statement statement) throws SQLException;
    }

    /** Runs a step for as long as it takes to make a layout, or to wait for another process that makes it. */
    public static void patiently(Connection connection, Step step) throws SQLException {
        int timeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) MAX_TIME.toMillis());
        try (Statement statement = connection.createStatement()) {
            step.with(statement);
        } finally {
            connection.setNetworkTimeout(Runnable::run, timeout);
        }
    }

    /** The layout of one database. */
    public interface Target {
        /** Returns the number of its layout, or {@link #NONE}. */
        int layout() throws SQLException;

        /** Brings it from any layout to the newest, by one process at a time. An error leaves the layout before or after. */
        void migrate() throws SQLException;
    }

    /**
     * Makes sure that a database has the newest layout.
     *
     * @param allowed whether to make it
     */
    public void require(Target target, boolean allowed, Failures failures) throws SQLException {
        int layout = target.layout();
        if (layout < newest() && allowed) {
            target.migrate();
            layout = target.layout();
        }
        if (layout > newest()) {
            throw new StoreUnwritableException(
                    failures.place() + " was laid out by a newer Holdfast (layout " + layout + ", this one knows "
                            + newest() + "): update this one.",
                    null);
        }
        if (layout < newest()) {
            throw new StoreUnwritableException(
                    failures.place()
                            + (layout == NONE
                                    ? " has no tables of Holdfast"
                                    : " has the old layout " + layout + ", and this Holdfast needs " + newest())
                            + ": apply " + failures.ddl() + ", or open it once with migrate=on.",
                    layout == NONE ? new NoLayoutException() : null);
        }
    }
}
