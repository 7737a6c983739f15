package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Party;
import dev.holdfast.store.sql.shared.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of the records that a batch writes and deletes. */
final class H2Rows {
    /** The longest name in bytes. */
    static final int MAX_NAME = 20_000;

    /** The longest text that a column keeps. */
    static final int MAX_TEXT = 1_000_000;

    private static final String INSERT =
            "INSERT INTO holdfast.record (version, stamp, due, owner_id, user_id, others, body, kind, name)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String UPDATE = "UPDATE holdfast.record SET version = ?, stamp = ?, due = ?, owner_id = ?,"
            + " user_id = ?, others = ?, body = ? WHERE kind = ? AND name = ? AND version = ?";
    private static final String DELETE = "DELETE FROM holdfast.record WHERE kind = ? AND name = ? AND version = ?";
    private static final String FORGET = "DELETE FROM holdfast.party WHERE kind = ? AND name = ?";
    private static final String PARTY = "INSERT INTO holdfast.party (kind, name, role, id) VALUES (?, ?, ?, ?)";
    /** Leaves room to add to it. */
    private static final long LATEST = Long.MAX_VALUE / 4;

    private H2Rows() {}

    /** Writes the rows; false if another program has changed one without its guard, so that all has to be rolled back. */
    static boolean write(Connection connection, List<Group> groups, Result.Applied done) throws SQLException {
        for (Group group : groups) {
            for (Change change : group.changes()) {
                if (change.type() != Change.Type.CHECK && !write(connection, Row.of(change), done)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean write(Connection connection, Row<String> row, Result.Applied done) throws SQLException {
        Change change = row.change();
        Body next = change.next();
        boolean absent = change.expected() == Change.ABSENT;
        int rows;
        try (PreparedStatement statement =
                connection.prepareStatement(next == null ? DELETE : absent ? INSERT : UPDATE)) {
            int at = next == null ? 0 : setBody(statement, row, next, done);
            statement.setString(at + 1, row.kind());
            statement.setBytes(at + 2, row.name());
            if (!absent || next == null) {
                statement.setLong(at + 3, change.expected());
            }
            rows = statement.executeUpdate();
        }
        if (!absent) {
            forgetParties(connection, row);
        }
        addParties(connection, row);
        return rows == 1;
    }

    private static int setBody(PreparedStatement statement, Row<String> row, Body next, Result.Applied done)
            throws SQLException {
        String body = String.valueOf(row.body());
        if (body.length() > MAX_TEXT) {
            throw new TooLargeException("The record '" + row.change().key().name() + "' has " + body.length()
                    + " characters, and H2 keeps at most " + MAX_TEXT
                    + ": use PostgreSQL for records as large as that.");
        }
        statement.setLong(1, done.version());
        statement.setLong(2, Micros.of(done.stamp()));
        statement.setObject(3, due(next, done.stamp()));
        statement.setString(4, row.owner());
        statement.setString(5, row.user());
        statement.setInt(6, row.others());
        statement.setString(7, body);
        return 7;
    }

    private static @Nullable Long due(Body body, Instant stamp) {
        Instant fixed = body.due().fixed();
        Long at = fixed == null ? null : Long.valueOf(Math.min(LATEST, Micros.of(fixed)));
        if (body.due().afterStamp() == null) {
            return at;
        }
        long after = Math.min(LATEST, Micros.of(Instant.EPOCH.plus(body.due().afterStamp())) + Micros.of(stamp));
        return at == null ? after : Math.min(at, after);
    }

    private static void forgetParties(Connection connection, Row<String> row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FORGET)) {
            statement.setString(1, row.kind());
            statement.setBytes(2, row.name());
            statement.executeUpdate();
        }
    }

    private static void addParties(Connection connection, Row<String> row) throws SQLException {
        List<Party> parties = Party.of(row);
        if (parties.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(PARTY)) {
            for (Party party : parties) {
                statement.setString(1, row.kind());
                statement.setBytes(2, row.name());
                statement.setString(3, party.role());
                statement.setString(4, party.id());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
