package dev.holdfast.store.sql.shared;

import dev.holdfast.spi.Key;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The statements by which an engine finds records. The first four select {@code name, version, stamp, body}, ordered by name,
 * with the stamp in microseconds since 1970; {@code :kind}, {@code :lower} (inclusive) and {@code :upper} (exclusive) bound it
 * and {@code :most} limits it.
 *
 * @param byName all within the bounds
 * @param byOwner those that may speak of {@code :fact}
 * @param byUser those that may speak of {@code :fact}
 * @param byDue those that may be due by {@code :fact}, in microseconds
 * @param history {@code version, stamp, groups} of commits with events before {@code :before}, newest first
 * @param read {@code number, version, stamp, body} of the records with the keys that are its parameters, counted from 1; a row
 *     without a version is none. The row with the number 0 has the time of the end as its stamp, so that no record is newer than
 *     the time that is told with it; without such a row the time is asked for afterwards
 * @param keys sets the parameters of {@code read}
 * @param now the server's time in microseconds
 */
public record Dialect(
        NamedSql byName,
        NamedSql byOwner,
        NamedSql byUser,
        NamedSql byDue,
        NamedSql history,
        String read,
        Keys keys,
        String now) {

    /** Sets keys as parameters of a statement. */
    @FunctionalInterface
    public interface Keys {
        void set(PreparedStatement statement, List<Key> keys) throws SQLException;
    }
}
