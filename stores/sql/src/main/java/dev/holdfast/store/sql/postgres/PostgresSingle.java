package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Party;
import dev.holdfast.store.sql.shared.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The call for a single group with one write and at most one check: what most callers who are alone want, and much cheaper than
 * that for many.
 */
final class PostgresSingle extends PostgresCall {
    private static final String CALL =
            "SELECT * FROM holdfast.apply_one(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Group group;
    private final Row<String> own;
    private final @Nullable Row<String> check;

    private PostgresSingle(PostgresSchema schema, Group group, Row<String> own, @Nullable Row<String> check) {
        super(schema, List.of(group));
        this.group = group;
        this.own = own;
        this.check = check;
    }

    /** Returns the call for that group, or null if it is not so simple. */
    static @Nullable PostgresSingle of(Group group, PostgresSchema schema) {
        Row<String> own = null;
        Row<String> check = null;
        for (Change change : group.changes()) {
            boolean writes = change.type() != Change.Type.CHECK;
            if ((writes ? own : check) != null) {
                return null;
            }
            Row<String> row = Row.of(change);
            own = writes ? row : own;
            check = writes ? check : row;
        }
        return own == null ? null : new PostgresSingle(schema, group, own, check);
    }

    @Override
    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement call = connection.prepareStatement(schema().in(CALL));
        Change change = own.change();
        call.setInt(1, change.type() == Change.Type.DELETE ? 2 : 1);
        call.setString(2, change.key().kind().stored());
        call.setBytes(3, own.name());
        call.setLong(4, schema().lock(change.key(), own.name()));
        call.setLong(5, change.expected());
        call.setString(6, own.body());
        call.setString(7, own.owner());
        call.setString(8, own.user());
        Body next = change.next();
        set(call, 9, next == null ? null : PostgresTime.seconds(next.due().fixed()));
        set(call, 10, next == null ? null : PostgresTime.seconds(next.due().afterStamp()));
        if (check == null) {
            call.setNull(11, Types.VARCHAR);
            call.setNull(12, Types.BINARY);
            call.setNull(13, Types.BIGINT);
            call.setNull(14, Types.BIGINT);
        } else {
            Key key = check.change().key();
            call.setString(11, key.kind().stored());
            call.setBytes(12, check.name());
            call.setLong(13, schema().lock(key, check.name()));
            call.setLong(14, check.change().expected());
        }
        call.setInt(15, group.events().size());
        call.setString(16, CommitText.encodeAlone(group));
        if (own.others() == 0) {
            call.setNull(17, Types.ARRAY);
        } else {
            call.setArray(17, connection.createArrayOf("text", parties()));
        }
        return call;
    }

    /** Returns the others in the order in which the server has them. */
    private Object[] parties() {
        return Party.of(own).stream()
                .map(party -> party.role() + ':' + party.id())
                .sorted()
                .toArray();
    }

    private static void set(PreparedStatement call, int at, @Nullable Double value) throws SQLException {
        if (value == null) {
            call.setNull(at, Types.DOUBLE);
        } else {
            call.setDouble(at, value);
        }
    }

    @Override
    List<Result> results(ResultSet row, Lookups lookups) throws SQLException {
        row.next();
        int result = row.getInt(1);
        Instant stamp = Micros.instant(row.getLong(3));
        if (result > 0) {
            return List.of(new Result.Applied(row.getLong(2), stamp));
        }
        if (result < 0) {
            return List.of(new Result.Busy());
        }
        Map<Key, Entry> current = new HashMap<>();
        add(own, row, 4, lookups, current);
        if (check != null) {
            add(check, row, 7, lookups, current);
        }
        return List.of(new Result.Conflict(new Reading(current, stamp)));
    }

    private static void add(Row<String> named, ResultSet row, int column, Lookups lookups, Map<Key, Entry> current)
            throws SQLException {
        if (row.getString(column + 2) != null) {
            Key key = named.change().key();
            current.put(key, lookups.entry(key, row, column));
        }
    }
}
