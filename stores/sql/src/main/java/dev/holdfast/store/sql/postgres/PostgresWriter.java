package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Result;
import dev.holdfast.store.sql.shared.Lookups;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Calls our function, and reads its answer. Thread-safe. */
final class PostgresWriter {
    /** Each key takes a lock of the server, which has room for some thousands. */
    private static final int MAX_GROUPS = 256;

    private final PostgresSchema schema;
    private final Lookups lookups;

    PostgresWriter(PostgresSchema schema, Lookups lookups) {
        this.schema = schema;
        this.lookups = lookups;
    }

    /** Returns the batch in parts that can be applied in one step each: in a part, no key that is written occurs twice. */
    List<PostgresCall> parts(List<Group> batch) {
        List<PostgresCall> parts = new ArrayList<>(1);
        List<Group> part = new ArrayList<>(batch.size());
        Set<Key> checked = new HashSet<>();
        Set<Key> written = new HashSet<>();
        for (Group group : batch) {
            if (part.size() == MAX_GROUPS || meets(group, checked, written)) {
                parts.add(call(part));
                part = new ArrayList<>();
                checked.clear();
                written.clear();
            }
            part.add(group);
            for (Change change : group.changes()) {
                (change.type() == Change.Type.CHECK ? checked : written).add(change.key());
            }
        }
        parts.add(call(part));
        return parts;
    }

    private PostgresCall call(List<Group> part) {
        PostgresSingle single = part.size() == 1 ? PostgresSingle.of(part.get(0), schema) : null;
        return single == null ? new PostgresBatch(part, schema) : single;
    }

    private static boolean meets(Group group, Set<Key> checked, Set<Key> written) {
        for (Change change : group.changes()) {
            boolean writes = change.type() != Change.Type.CHECK;
            if (written.contains(change.key()) || (writes && checked.contains(change.key()))) {
                return true;
            }
        }
        return false;
    }

    List<Result> apply(Connection connection, PostgresCall part) throws SQLException {
        try (PreparedStatement call = part.prepare(connection);
                ResultSet row = call.executeQuery()) {
            return part.results(row, lookups);
        }
    }
}
