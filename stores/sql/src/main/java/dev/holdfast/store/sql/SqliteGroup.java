package dev.holdfast.store.sql;

import dev.holdfast.store.Change;
import dev.holdfast.store.Codec;
import dev.holdfast.store.Event;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * A group as rows, made before the file is locked so that others wait as little as can be.
 *
 * @param rows all of them
 * @param written those that are written or deleted, not only checked
 */
record SqliteGroup(List<SqliteRow> rows, List<SqliteRow> written, List<Happening> events) {

    /** An event as a row. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Happening(byte[] resource, byte[] owner, String text) {
        static Happening of(Event event) {
            return new Happening(
                    Text.bytes(event.resource()),
                    Text.bytes(event.notice().hold().owner().id()),
                    Codec.encode(event));
        }
    }

    static List<SqliteGroup> of(List<Group> batch) {
        List<SqliteGroup> groups = new ArrayList<>(batch.size());
        for (Group group : batch) {
            groups.add(of(group));
        }
        return groups;
    }

    private static SqliteGroup of(Group group) {
        List<SqliteRow> rows = new ArrayList<>(group.changes().size());
        List<SqliteRow> written = new ArrayList<>(1);
        for (Change change : group.changes()) {
            SqliteRow row = SqliteRow.of(change);
            rows.add(row);
            if (row.writes()) {
                written.add(row);
            }
        }
        List<Happening> events = new ArrayList<>(group.events().size());
        for (Event event : group.events()) {
            events.add(Happening.of(event));
        }
        return new SqliteGroup(rows, written, events);
    }

    List<Key> keys() {
        return rows.stream().map(row -> row.change().key()).toList();
    }
}
