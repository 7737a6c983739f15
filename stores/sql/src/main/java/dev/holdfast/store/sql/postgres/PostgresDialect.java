package dev.holdfast.store.sql.postgres;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.Dialect;
import dev.holdfast.store.sql.shared.NamedSql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** The statements that read, for one schema. */
final class PostgresDialect {
    private static final String MICROS = "(extract(epoch FROM %s) * 1000000)::bigint";

    private static final String COLUMNS =
            "SELECT r.name, r.version, " + String.format(MICROS, "r.stamp") + ", r.body FROM ";
    private static final String RANGE = "kind = :kind AND name >= :lower AND name < :upper";
    // Names are looked up first and apart: else the planner may walk through all names for the sake of their order.
    private static final String BY = "WITH found AS MATERIALIZED (%s) " + COLUMNS
            + "found f CROSS JOIN LATERAL (SELECT * FROM holdfast.record WHERE kind = :kind AND name = f.name OFFSET 0) r"
            + " ORDER BY f.name LIMIT :most";
    private static final String BY_PARTY = String.format(
            BY,
            "SELECT name FROM holdfast.record WHERE %1$s_id = :fact AND " + RANGE
                    + " UNION SELECT name FROM holdfast.party WHERE id = :fact AND role = '%1$s' AND " + RANGE);
    // A moment more than asked for: the index has it rounded.
    private static final String BY_DUE = String.format(
            BY,
            "SELECT name FROM holdfast.record WHERE due <= to_timestamp(greatest(:fact::bigint, -100000000000000000) / 1e6) + interval '1 millisecond'"
                    + " AND " + RANGE);
    private static final String BY_NAME = COLUMNS + "holdfast.record r WHERE " + RANGE + " ORDER BY r.name LIMIT :most";
    private static final String HISTORY = "SELECT version, " + String.format(MICROS, "stamp")
            + ", groups FROM holdfast.change WHERE events > 0 AND version < :before ORDER BY version DESC LIMIT :most";

    private static final String NOW = String.format(MICROS, "clock_timestamp()");
    private static final String READ = "WITH found AS MATERIALIZED (SELECT u.number, r.version, "
            + String.format(MICROS, "r.stamp")
            + " AS stamp, r.body FROM unnest(?, ?) WITH ORDINALITY AS u (kind, name, number) CROSS JOIN LATERAL"
            + " (SELECT * FROM holdfast.record WHERE kind = u.kind AND name = u.name OFFSET 0) r)"
            + " SELECT * FROM found UNION ALL SELECT 0, 0, " + NOW + ", ''";

    private PostgresDialect() {}

    static Dialect in(PostgresSchema schema) {
        return new Dialect(
                named(schema, BY_NAME),
                named(schema, String.format(BY_PARTY, "owner")),
                named(schema, String.format(BY_PARTY, "user")),
                named(schema, BY_DUE),
                named(schema, HISTORY),
                schema.in(READ),
                PostgresDialect::setKeys,
                NOW);
    }

    private static void setKeys(PreparedStatement statement, List<Key> keys) throws SQLException {
        PGConnection arrays = statement.getConnection().unwrap(PGConnection.class);
        String[] kinds = keys.stream().map(key -> key.kind().stored()).toArray(String[]::new);
        byte[][] names = keys.stream().map(key -> NameBytes.bytes(key.name())).toArray(byte[][]::new);
        statement.setArray(1, arrays.createArrayOf("text", kinds));
        statement.setArray(2, arrays.createArrayOf("bytea", names));
    }

    private static NamedSql named(PostgresSchema schema, String sql) {
        return new NamedSql(schema.in(sql));
    }
}
