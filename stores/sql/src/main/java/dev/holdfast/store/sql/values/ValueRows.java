package dev.holdfast.store.sql.values;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the tables, by statements that all engines take.
 *
 * @param prefix what stands before the names of the tables, in place of the at sign
 */
record ValueRows(String prefix) {
    private static final String HEADS = "SELECT name, revision, current_id, last, note, author FROM @value_head WHERE ";
    private static final String VERSIONS =
            "SELECT id, number, state, created, size, chunks, about FROM @value_version WHERE name = ? AND state <> 'w'";

    Head head(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = prepare(connection, HEADS + "name = ?", NameBytes.bytes(name));
                ResultSet row = statement.executeQuery()) {
            return row.next() ? head(row) : new Head(name, 0, null, 0, "", "");
        }
    }

    List<Head> heads(Connection connection, String prefix, String after, int most) throws SQLException {
        List<Head> heads = new ArrayList<>();
        String from = after.compareTo(prefix) < 0 ? prefix : after;
        try (PreparedStatement statement =
                prepare(connection, HEADS + "name >= ? ORDER BY name", NameBytes.bytes(from))) {
            statement.setMaxRows(most + 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next() && heads.size() < most) {
                    Head head = head(row);
                    if (head.name().startsWith(prefix) && !head.name().equals(after)) {
                        heads.add(head);
                    }
                }
            }
        }
        return heads;
    }

    private static Head head(ResultSet row) throws SQLException {
        return new Head(
                NameBytes.of(row.getBytes(1)),
                row.getLong(2),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                row.getString(6));
    }

    /** Changes a head if it is as expected. */
    boolean change(Connection connection, Head expected, @Nullable String current, long last, String note)
            throws SQLException {
        byte[] name = NameBytes.bytes(expected.name());
        if (expected.revision() > 0) {
            return update(
                            connection,
                            "UPDATE @value_head SET revision = revision + 1, current_id = ?, last = ?, note = ?,"
                                    + " author = ? WHERE name = ? AND revision = ?",
                            current,
                            last,
                            note,
                            expected.author(),
                            name,
                            expected.revision())
                    == 1;
        }
        // Two that make the same row at the same moment: the slower one is told that the key is there, and begins
        // again.
        return head(connection, expected.name()).revision() == 0
                && update(
                                connection,
                                "INSERT INTO @value_head (name, revision, current_id, last, note, author)"
                                        + " VALUES (?, 1, ?, ?, ?, ?)",
                                name,
                                current,
                                last,
                                note,
                                expected.author())
                        == 1;
    }

    int count(Connection connection, String author) throws SQLException {
        try (PreparedStatement statement =
                        prepare(connection, "SELECT count(*) FROM @value_head WHERE author = ?", author);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Returns the ids of what an author has had rejected, newest first: of one name, and of all. */
    List<List<String>> rejected(Connection connection, String author, String name) throws SQLException {
        List<List<String>> ids = List.of(new ArrayList<>(), new ArrayList<>());
        byte[] bytes = NameBytes.bytes(name);
        try (PreparedStatement statement = prepare(
                        connection,
                        "SELECT id, name FROM @value_version WHERE author = ? AND state = 'r' ORDER BY created DESC, id",
                        author);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ids.get(1).add(row.getString(1));
                if (Arrays.equals(bytes, row.getBytes(2))) {
                    ids.get(0).add(row.getString(1));
                }
            }
        }
        return ids;
    }

    List<Stored> versions(Connection connection, String name) throws SQLException {
        List<Stored> versions = new ArrayList<>();
        try (PreparedStatement statement =
                        prepare(connection, VERSIONS + " ORDER BY created DESC, number DESC", NameBytes.bytes(name));
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                versions.add(version(row));
            }
        }
        return versions;
    }

    Optional<Stored> version(Connection connection, String name, String id) throws SQLException {
        try (PreparedStatement statement = prepare(connection, VERSIONS + " AND id = ?", NameBytes.bytes(name), id);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(version(row)) : Optional.empty();
        }
    }

    private static Stored version(ResultSet row) throws SQLException {
        return new Stored(
                row.getString(1),
                row.getLong(2),
                row.getString(3).equals("r"),
                Micros.instant(row.getLong(4)),
                row.getLong(5),
                row.getInt(6),
                row.getString(7));
    }

    Optional<byte[]> chunk(Connection connection, String id, int number) throws SQLException {
        try (PreparedStatement statement =
                        prepare(connection, "SELECT data FROM @value_chunk WHERE id = ? AND number = ?", id, number);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
        }
    }

    List<String> ids(Connection connection, String query, Object... parameters) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement statement = prepare(connection, query, parameters);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ids.add(row.getString(1));
            }
        }
        return ids;
    }

    /** Returns how many rows were changed. */
    int update(Connection connection, String change, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, change, parameters)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.replace("@", prefix));
        try {
            for (int i = 0; i < parameters.length; i++) {
                set(statement, i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static void set(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            statement.setBytes(at, bytes);
        } else if (value instanceof Long number) {
            statement.setLong(at, number);
        } else if (value instanceof Integer number) {
            statement.setInt(at, number);
        } else if (value == null) {
            statement.setNull(at, Types.VARCHAR);
        } else {
            statement.setString(at, value.toString());
        }
    }
}
