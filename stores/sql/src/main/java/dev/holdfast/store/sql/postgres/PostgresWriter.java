package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Change;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls our function, and reads its answer. Thread-safe. */
final class PostgresWriter {
    /** Each key takes a lock of the server, which has room for some thousands. */
    private static final int MOST_GROUPS = 256;

    private final PostgresSchema schema;
    private final Lookups lookups;

    PostgresWriter(PostgresSchema schema, Lookups lookups) {
        this.schema = schema;
        this.lookups = lookups;
    }

    /** The batch in parts that can be applied in one step each: in a part, no key that is written occurs twice. */
    List<PostgresBatch> parts(List<Group> batch) {
        List<PostgresBatch> parts = new ArrayList<>(1);
        List<Group> part = new ArrayList<>(batch.size());
        Set<Key> checked = new HashSet<>();
        Set<Key> written = new HashSet<>();
        for (Group group : batch) {
            if (part.size() == MOST_GROUPS || meets(group, checked, written)) {
                parts.add(new PostgresBatch(part, schema));
                part = new ArrayList<>();
                checked.clear();
                written.clear();
            }
            part.add(group);
            for (Change change : group.changes()) {
                (change.type() == Change.Type.CHECK ? checked : written).add(change.key());
            }
        }
        parts.add(new PostgresBatch(part, schema));
        return parts;
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

    /** One statement, and so one trip and, on a connection that commits by itself, one commit. */
    List<Result> apply(Connection connection, PostgresBatch batch) throws SQLException {
        try (PreparedStatement call = batch.call(connection, schema);
                ResultSet row = call.executeQuery()) {
            row.next();
            Instant stamp = Micros.instant(row.getLong(3));
            Result applied = new Result.Applied(row.getLong(2), stamp);
            Map<Integer, Long> refused = new HashMap<>();
            Map<Integer, Map<Key, Entry>> current = new HashMap<>();
            while (row.next()) {
                int item = row.getInt(1);
                if (item > 0) {
                    refused.put(item, row.getLong(2));
                } else {
                    Key key = batch.change(-item).key();
                    current.computeIfAbsent(batch.groupOf(-item), group -> new HashMap<>())
                            .put(key, lookups.entry(key, row, 2));
                }
            }
            List<Result> results = new ArrayList<>(batch.groups().size());
            for (int group = 1; group <= batch.groups().size(); group++) {
                Long why = refused.get(group);
                if (why == null) {
                    results.add(applied);
                } else if (why < 0) {
                    results.add(new Result.Busy());
                } else {
                    results.add(new Result.Conflict(new Reading(current.getOrDefault(group, Map.of()), stamp)));
                }
            }
            return results;
        }
    }
}
