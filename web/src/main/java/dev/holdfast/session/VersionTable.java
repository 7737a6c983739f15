package dev.holdfast.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code version(id, value, modified_by, modified)} on a connection of the application, as part of its transaction. A
 * row stands for an aggregate: each member refers to it, and every transaction that changes a member increases the value once.
 * See {@code docs/sql} for the table. Used by one thread.
 */
public final class VersionTable {
    private static final String INCREASE =
            "UPDATE version SET value = value + 1, modified_by = ?, modified = ? WHERE id = ?";

    private final Connection connection;

    /** Uses the table of versions over that connection. */
    public VersionTable(Connection connection) {
        this.connection = connection;
    }

    /**
     * Creates a row with the value 0 for a new aggregate.
     *
     * @param by the current user, if known
     * @return its id
     */
    public long create(@Nullable String by) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO version (value, modified_by, modified) VALUES (0, ?, ?)",
                Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, by);
            insert.setTimestamp(2, Timestamp.from(Instant.now()));
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    /** Returns the current row. */
    public Optional<VersionRow> find(long id) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT value, modified_by, modified FROM version WHERE id = ?")) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new VersionRow(
                                id,
                                row.getLong(1),
                                row.getString(2),
                                row.getTimestamp(3).toInstant()))
                        : Optional.empty();
            }
        }
    }

    /**
     * Increases the value, since this transaction changes a member. Other transactions that change one wait until it ends.
     *
     * @throws IllegalArgumentException if there is no such row
     */
    public void increase(long id, @Nullable String by) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(INCREASE)) {
            if (increased(update, id, by) == 0) {
                throw new IllegalArgumentException("There is no version row " + id + ".");
            }
        }
    }

    /**
     * Increases the value, if no other transaction has changed a member since it was loaded.
     *
     * @param seen the value when it was loaded
     * @throws StaleVersionException if another transaction has
     */
    public void increase(long id, long seen, @Nullable String by) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(INCREASE + " AND value = ?")) {
            update.setLong(4, seen);
            if (increased(update, id, by) == 0) {
                throw new StaleVersionException(id, seen, find(id).orElse(null));
            }
        }
    }

    private static int increased(PreparedStatement update, long id, @Nullable String by) throws SQLException {
        update.setString(1, by);
        update.setTimestamp(2, Timestamp.from(Instant.now()));
        update.setLong(3, id);
        return update.executeUpdate();
    }

    /**
     * Compares the value of a row that this transaction has already increased.
     *
     * @throws StaleVersionException if another transaction has changed a member since
     */
    public void compareIncreased(long id, long seen) throws SQLException {
        VersionRow now = find(id).orElse(null);
        if (now == null || now.value() != seen + 1) {
            throw new StaleVersionException(id, seen, now);
        }
    }
}
