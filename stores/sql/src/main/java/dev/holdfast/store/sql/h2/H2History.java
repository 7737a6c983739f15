package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.storage.History;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.NumberedChangeLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The list of changes: adds to it, and shortens it now and then. Thread-safe. */
final class H2History {
    /** How many changes are kept for those who watch, whether they tell an event or not. */
    static final long KEPT = 10_000;

    static final NumberedChangeLog.Sql CHANGES = new NumberedChangeLog.Sql("holdfast.change", "number", "told");

    /** About after how many commits it is shortened. */
    private static final int EVERY = 1024;

    private static final String ADD = "INSERT INTO holdfast.change (version, stamp, events, told) VALUES (?, ?, ?, ?)";

    private H2History() {}

    /** Adds what is told of a commit. Returns true. */
    static boolean add(Connection connection, List<Group> groups, Result.Applied done) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            if (groups.size() == 1) {
                add(statement, groups.get(0), done);
                return true;
            }
            StringBuilder text = new StringBuilder();
            int events = 0;
            for (Group group : groups) {
                String told = CommitText.encode(group);
                if (text.length() + told.length() + 2 > H2Rows.MAX_TEXT) {
                    flush(statement, text, events, done);
                    events = 0;
                }
                if (told.length() + 2 > H2Rows.MAX_TEXT) {
                    add(statement, group, done);
                } else {
                    text.append(text.length() == 0 ? "" : ",").append(told);
                    events += group.events().size();
                }
            }
            flush(statement, text, events, done);
        }
        return true;
    }

    private static void flush(PreparedStatement statement, StringBuilder text, int events, Result.Applied done)
            throws SQLException {
        if (text.length() > 0) {
            add(statement, "[" + text + "]", events, done);
            text.setLength(0);
        }
    }

    /** Adds one group; in halves if its text is longer than a row keeps. */
    private static void add(PreparedStatement statement, Group group, Result.Applied done) throws SQLException {
        String told = CommitText.encodeAlone(group);
        int changes = group.changes().size();
        if (told.length() <= H2Rows.MAX_TEXT || changes == 1) {
            add(statement, told, group.events().size(), done);
            return;
        }
        int events = group.events().size();
        add(
                statement,
                new Group(
                        group.changes().subList(0, changes / 2),
                        group.events().subList(0, events / 2),
                        group.audience()),
                done);
        add(
                statement,
                new Group(
                        group.changes().subList(changes / 2, changes),
                        group.events().subList(events / 2, events),
                        group.audience()),
                done);
    }

    private static void add(PreparedStatement statement, String told, int events, Result.Applied done)
            throws SQLException {
        statement.setLong(1, done.version());
        statement.setLong(2, Micros.of(done.stamp()));
        statement.setInt(3, events);
        statement.setString(4, told);
        statement.executeUpdate();
    }

    /** Returns whether the caller with these results is the one to shorten it. Where changes have many events, it is done more often. */
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

    /** Takes out all but the newest events, and what tells of none and is too old for those who watch; never the largest version. */
    static boolean shorten(Connection connection) throws SQLException {
        // As numbers: a query within the deletion would be run again for each row.
        long largest = number(connection, "SELECT MAX(version) FROM holdfast.change");
        long oldest = number(
                connection,
                "SELECT MAX(s.number) FROM (SELECT c.number, SUM(c.events) OVER (ORDER BY c.number DESC) AS newest"
                        + " FROM holdfast.change c) s WHERE s.newest > " + History.MAX_EVENTS);
        long kept = number(connection, "SELECT MAX(number) FROM holdfast.change") - KEPT;
        delete(connection, "number <= " + oldest, largest);
        delete(connection, "events = 0 AND number < " + kept, largest);
        return true;
    }

    /** Returns the number that a query finds, or 0. */
    private static long number(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void delete(Connection connection, String condition, long largest) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "DELETE FROM holdfast.change WHERE " + condition + " AND version < " + largest)) {
            delete.executeUpdate();
        }
    }
}
