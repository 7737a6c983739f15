package dev.holdfast.store.sql.sqlite;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * A group as rows, made before the file is locked so that others wait as little as can be.
 *
 * @param rows all of them
 * @param written those that are written or deleted, not only checked
 * @param events how many
 * @param text what the commit tells of it
 */
record SqliteGroup(List<Row<byte[]>> rows, List<Row<byte[]>> written, int events, String text) {

    static List<SqliteGroup> of(List<Group> batch) {
        List<SqliteGroup> groups = new ArrayList<>(batch.size());
        for (Group group : batch) {
            groups.add(of(group));
        }
        return groups;
    }

    private static SqliteGroup of(Group group) {
        List<Row<byte[]>> rows = new ArrayList<>(group.changes().size());
        List<Row<byte[]>> written = new ArrayList<>(1);
        for (Change change : group.changes()) {
            Row<byte[]> row = Row.of(change, NameBytes::bytes);
            rows.add(row);
            if (row.writes()) {
                written.add(row);
            }
        }
        return new SqliteGroup(rows, written, group.events().size(), CommitText.encode(group));
    }

    List<Key> keys() {
        return rows.stream().map(row -> row.change().key()).toList();
    }
}
