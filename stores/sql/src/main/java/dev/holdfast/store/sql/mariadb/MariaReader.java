package dev.holdfast.store.sql.mariadb;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.NameBytes;
import dev.holdfast.store.Page;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A reader of records, on any connection that it is given. Thread-safe. */
final class MariaReader {
    // The time is that of the end, so that no record is newer than the time that is told with it.
    private static final String READ = "SELECT c.number, r.version, r.stamp, r.body FROM JSON_TABLE(?, '$[*]' COLUMNS ("
            + "number FOR ORDINALITY, kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',"
            + " at INT PATH '$[1]', length INT PATH '$[2]')) c"
            + " STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = SUBSTRING(?, c.at, c.length)"
            + " UNION ALL SELECT 0, 0, " + MariaDialect.NOW + ", ''";

    private final Lookups lookups;

    MariaReader(Lookups lookups) {
        this.lookups = lookups;
    }

    Lookups lookups() {
        return lookups;
    }

    Reading read(Connection connection, Collection<Key> keys) throws SQLException {
        List<Key> all = List.copyOf(keys);
        Instant now = Instant.EPOCH;
        Map<Key, Entry> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            Bytes bytes = new Bytes();
            JsonRows rows = new JsonRows();
            for (Key key : all) {
                rows.next().add(key.kind().name()).add(bytes, NameBytes.bytes(key.name()));
            }
            statement.setString(1, rows.toString());
            statement.setBytes(2, bytes.all());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    int number = row.getInt(1);
                    if (number == 0) {
                        now = Micros.instant(row.getLong(3));
                    } else {
                        Key key = all.get(number - 1);
                        found.put(key, lookups.entry(key, row, 2));
                    }
                }
            }
        }
        return new Reading(found, now);
    }

    Page query(Connection connection, Query query) throws SQLException {
        int limit = query.limit();
        List<Entry> found = lookups.matching(connection, query, limit == Integer.MAX_VALUE ? limit : limit + 1);
        boolean more = found.size() > limit;
        return new Page(more ? found.subList(0, limit) : found, more, now(connection));
    }

    private static Instant now(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + MariaDialect.NOW);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Micros.instant(row.getLong(1));
        }
    }
}
