package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.Dialect;
import dev.holdfast.store.sql.shared.NamedSql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The statements that read. */
final class H2Dialect {
    /**
     * The time in microseconds, out of a UUID of version 7: 48 bits of milliseconds, the version, 12 bits of their fraction. In most
     * compatibility modes {@code CURRENT_TIMESTAMP} is the time at which the transaction began, and
     * {@code information_schema.sessions} fails while other sessions end theirs.
     */
    static final String NOW = "(SELECT RSHIFT(u.v, 16) * 1000 + RSHIFT(BITAND(u.v, 4095) * 1000, 12) FROM"
            + " (SELECT CAST(SUBSTRING(CAST(RANDOM_UUID(7) AS VARBINARY) FROM 1 FOR 8) AS BIGINT) AS v) u)";

    private static final String COLUMNS = "SELECT r.name, r.version, r.stamp, r.body FROM ";
    private static final String RANGE = "kind = :kind AND name >= :lower AND name < :upper";
    private static final String BY =
            COLUMNS + "(%s) f JOIN holdfast.record r ON r.kind = :kind AND r.name = f.name ORDER BY r.name LIMIT :most";
    private static final String BY_PARTY = "SELECT name FROM holdfast.record USE INDEX (idx_app_lock_%1$s) WHERE"
            + " %1$s_id = :fact AND " + RANGE + " UNION SELECT name FROM holdfast.party USE INDEX (party_id)"
            + " WHERE id = :fact AND role = '%1$s' AND " + RANGE;
    private static final String BY_DUE =
            "SELECT name FROM holdfast.record USE INDEX (idx_app_lock_expires) WHERE due <= :fact AND " + RANGE;
    // An outer join: the keys come first.
    private static final String READ = "SELECT n.i, r.version, r.stamp, r.body FROM UNNEST(?, ?) WITH ORDINALITY"
            + " n (kind, name, i) LEFT JOIN holdfast.record r ON r.kind = n.kind AND r.name = n.name";

    private H2Dialect() {}

    static Dialect dialect() {
        return new Dialect(
                new NamedSql(COLUMNS + "holdfast.record r WHERE " + RANGE + " ORDER BY r.name LIMIT :most"),
                new NamedSql(String.format(BY, String.format(BY_PARTY, "owner"))),
                new NamedSql(String.format(BY, String.format(BY_PARTY, "user"))),
                new NamedSql(String.format(BY, BY_DUE)),
                // All rows of a version: the next page begins below it.
                new NamedSql(
                        "SELECT c.version, c.stamp, c.told FROM (SELECT number, version, stamp, told FROM holdfast.change"
                                + " WHERE events > 0 AND version < :before ORDER BY version DESC FETCH FIRST :most ROWS WITH TIES) c"
                                + " ORDER BY c.version DESC, c.number DESC"),
                READ,
                H2Dialect::setKeys,
                NOW);
    }

    private static void setKeys(PreparedStatement statement, List<Key> keys) throws SQLException {
        statement.setObject(1, keys.stream().map(key -> key.kind().stored()).toArray(String[]::new));
        statement.setObject(
                2, keys.stream().map(key -> NameBytes.bytes(key.name())).toArray(byte[][]::new));
    }
}
