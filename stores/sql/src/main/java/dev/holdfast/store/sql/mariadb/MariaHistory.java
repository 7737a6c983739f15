package dev.holdfast.store.sql.mariadb;

import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.NumberedChangeLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Shortens the list of changes now and then. Thread-safe. */
final class MariaHistory {
    /** How many commits are kept for those who watch, whether they tell an event or not. */
    static final long KEPT = 10_000;

    static final NumberedChangeLog.Sql CHANGES = new NumberedChangeLog.Sql(
            "holdfast_change",
            "version",
            "IF(told LIKE '" + CommitText.QUIET + "%', SUBSTRING_INDEX(told, '" + CommitText.EVENTS + "', 1), told)");

    /** After how many commits, of all clients. */
    private static final int EVERY = 1024;

    private MariaHistory() {}

    /** Returns whether the caller with these results is the one to do it. Where changes have many events, it is done more often. */
    static boolean isTurn(List<Group> batch, List<Result> results) {
        for (int i = 0; i < results.size(); i++) {
            int events = Math.max(1, batch.get(i).events().size());
            if (results.get(i) instanceof Result.Applied applied
                    && applied.version() % Math.max(1, EVERY / events) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes out all but the newest events, and what tells of none and is too old for those who watch. */
    static boolean shorten(Connection connection) throws SQLException {
        try (PreparedStatement oldest =
                        connection.prepareStatement("SELECT MAX(version) FROM (SELECT version, SUM(events)"
                                + " OVER (ORDER BY version DESC) AS newest FROM holdfast_change) AS sums WHERE newest > "
                                + History.MAX_EVENTS);
                ResultSet row = oldest.executeQuery()) {
            if (row.next()) {
                delete(connection, "version <= " + row.getLong(1));
            }
        }
        try (PreparedStatement newest = connection.prepareStatement("SELECT MAX(version) FROM holdfast_change");
                ResultSet row = newest.executeQuery()) {
            row.next();
            delete(connection, "events = 0 AND version < " + (row.getLong(1) - KEPT));
        }
        return true;
    }

    private static void delete(Connection connection, String condition) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM holdfast_change WHERE " + condition + " LIMIT " + 4 * EVERY)) {
            delete.executeUpdate();
        }
    }
}
