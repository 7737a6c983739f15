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
 * The table {@code version(id, value, modified_by, modified)} on a connection of the application, whose transaction it is part
 * of. A row stands for an aggregate: each member refers to it, and whoever changes one increases the value, once in a
 * transaction. See {@code docs/sql} for the table. Used by one thread.
 */
public final class VersionTable {
    private static final String INCREASE =
            "UPDATE version SET value = value + 1, modified_by = ?, modified = ? WHERE id = ?";

    private final Connection connection;

    public VersionTable(Connection connection) {
        this.connection = connection;
    }

    /**
     * A new row, of the value 0, for a new aggregate.
     *
     * @param by whoever acts, if that is known
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

    /** As it is now. */
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
     * A member is changed in this transaction. Others who change one wait until it ends.
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
     * The same, if nobody else has changed a member since.
     *
     * @param seen the value when it was loaded
     * @throws StaleVersionException if somebody has
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
     * Compares only, for a row that this transaction has increased already.
     *
     * @throws StaleVersionException if somebody else has changed a member since
     */
    public void compareIncreased(long id, long seen) throws SQLException {
        VersionRow now = find(id).orElse(null);
        if (now == null || now.value() != seen + 1) {
            throw new StaleVersionException(id, seen, now);
        }
    }
}
