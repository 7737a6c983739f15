package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
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
import org.postgresql.PGConnection;

/** A reader of records, on any connection that it is given. Thread-safe. */
final class PostgresReader {
    private static final String NOW = String.format(PostgresDialect.MICROS, "clock_timestamp()");
    // The time is that of the end, so that no record is newer than the time that is told with it.
    private static final String READ = "WITH found AS MATERIALIZED (SELECT u.number, r.version, "
            + String.format(PostgresDialect.MICROS, "r.stamp")
            + " AS stamp, r.body FROM unnest(?, ?) WITH ORDINALITY AS u (kind, name, number) CROSS JOIN LATERAL"
            + " (SELECT * FROM holdfast.record WHERE kind = u.kind AND name = u.name OFFSET 0) r)"
            + " SELECT * FROM found UNION ALL SELECT 0, 0, " + NOW + ", ''";

    private final String read;
    private final Lookups lookups;

    PostgresReader(PostgresSchema schema, Lookups lookups) {
        this.read = schema.in(READ);
        this.lookups = lookups;
    }

    Lookups lookups() {
        return lookups;
    }

    Reading read(Connection connection, Collection<Key> keys) throws SQLException {
        List<Key> all = List.copyOf(keys);
        PGConnection arrays = connection.unwrap(PGConnection.class);
        Instant now = Instant.EPOCH;
        Map<Key, Entry> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(read)) {
            statement.setArray(
                    1,
                    arrays.createArrayOf(
                            "text", all.stream().map(Key::kind).map(Kind::name).toArray(String[]::new)));
            statement.setArray(
                    2,
                    arrays.createArrayOf(
                            "bytea",
                            all.stream().map(Key::name).map(NameBytes::bytes).toArray(byte[][]::new)));
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
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + NOW);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Micros.instant(row.getLong(1));
        }
    }
}
