package dev.holdfast.store.sql.mariadb;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.Dialect;
import dev.holdfast.store.sql.shared.NamedSql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The statements that read. */
final class MariaDialect {
    /** The server's time in microseconds since 1970, in any time zone of the session. */
    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"
            + " + GREATEST(0, LEAST(60000000, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))))";

    private static final String COLUMNS = "SELECT r.name, r.version, r.stamp, r.body FROM ";
    private static final String RANGE = "kind = :kind AND name >= :lower AND name < :upper";
    private static final String BY = COLUMNS
            + "(%s) f STRAIGHT_JOIN holdfast_record r ON r.kind = :kind AND r.name = f.name ORDER BY f.name LIMIT :most";
    private static final String BY_PARTY =
            "SELECT name FROM holdfast_record FORCE INDEX (idx_app_lock_%1$s) WHERE %1$s_id = :fact AND " + RANGE
                    + " UNION SELECT name FROM holdfast_party FORCE INDEX (holdfast_party_id) WHERE id = :fact AND role = '%1$s' AND "
                    + RANGE;
    private static final String BY_DUE =
            "SELECT name FROM holdfast_record FORCE INDEX (idx_app_lock_expires) WHERE due <= :fact AND " + RANGE;

    private static final String READ = "SELECT c.number, r.version, r.stamp, r.body FROM JSON_TABLE(?, '$[*]' COLUMNS ("
            + "number FOR ORDINALITY, kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[0]',"
            + " at INT PATH '$[1]', length INT PATH '$[2]')) c"
            + " STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = SUBSTRING(?, c.at, c.length)"
            + " UNION ALL SELECT 0, 0, " + NOW + ", ''";

    private MariaDialect() {}

    static Dialect dialect() {
        return new Dialect(
                new NamedSql(COLUMNS + "holdfast_record r WHERE " + RANGE + " ORDER BY r.name LIMIT :most"),
                new NamedSql(String.format(BY, String.format(BY_PARTY, "owner"))),
                new NamedSql(String.format(BY, String.format(BY_PARTY, "user"))),
                new NamedSql(String.format(BY, BY_DUE)),
                new NamedSql("SELECT version, stamp, told FROM holdfast_change WHERE events > 0 AND version < :before"
                        + " ORDER BY version DESC LIMIT :most"),
                READ,
                MariaDialect::setKeys,
                NOW);
    }

    private static void setKeys(PreparedStatement statement, List<Key> keys) throws SQLException {
        Bytes bytes = new Bytes();
        JsonRows rows = new JsonRows();
        for (Key key : keys) {
            rows.next().add(key.kind().stored()).add(bytes, NameBytes.bytes(key.name()));
        }
        statement.setString(1, rows.toString());
        statement.setBytes(2, bytes.all());
    }
}
