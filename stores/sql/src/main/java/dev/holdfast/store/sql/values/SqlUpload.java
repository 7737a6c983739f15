package dev.holdfast.store.sql.values;

import dev.holdfast.StoreException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.internal.storage.ValueUpload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/** An upload to the tables. */
final class SqlUpload implements ValueUpload {
    private final ValueConnections connections;
    private final ValueRows rows;
    private final String name;
    private final String author;
    private final String id;
    private int chunks;
    private boolean ended;

    SqlUpload(ValueConnections connections, ValueRows rows, String name, String author, String id) {
        this.connections = connections;
        this.rows = rows;
        this.name = name;
        this.author = author;
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public void add(byte[] chunk) {
        if (chunk.length > ValueStore.CHUNK) {
            throw new IllegalArgumentException("A chunk has at most " + ValueStore.CHUNK + " bytes.");
        }
        int number = chunks;
        connections.transact(connection -> {
            // First, since it locks the row: a clean-up at the same moment waits, or was before.
            requireOpen(rows.update(
                    connection,
                    "UPDATE @value_version SET chunks = chunks + 1, size = size + ?"
                            + " WHERE id = ? AND state = 'w' AND chunks = ?",
                    (long) chunk.length,
                    id,
                    number));
            return rows.update(
                    connection, "INSERT INTO @value_chunk (id, number, data) VALUES (?, ?, ?)", id, number, chunk);
        });
        chunks++;
    }

    @Override
    public boolean commit(Head expected, String note, String about) {
        long number = expected.last() + 1;
        boolean committed = connections.transact(connection -> {
            if (!rows.change(connection, expected, id, number, note)) {
                return false;
            }
            requireOpen(end(connection, "k", number, about));
            return true;
        });
        if (committed) {
            ended = true;
            trim(id);
        }
        return committed;
    }

    @Override
    public void reject(String about, int most) {
        connections.transact(connection -> requireOpen(end(connection, "r", 0, about)));
        ended = true;
        trimRejected(most);
    }

    private int end(Connection connection, String state, long number, String about) throws SQLException {
        return rows.update(
                connection,
                "UPDATE @value_version SET state = ?, number = ?, about = ? WHERE id = ? AND state = 'w' AND chunks = ?",
                state,
                number,
                about,
                id,
                chunks);
    }

    /** Deletes what is too old. The value is stored, so a failure of this is not reported; the next upload does it. */
    private void trim(String current) {
        try {
            List<Stored> all = connections.read(connection -> rows.versions(connection, name));
            String present =
                    connections.read(connection -> rows.head(connection, name)).current();
            delete(
                    all.stream()
                            .filter(version -> !version.rejected()
                                    && !version.id().equals(present)
                                    && !version.id().equals(current))
                            .sorted(Comparator.comparingLong(Stored::number).reversed())
                            .skip(ValueStore.KEPT)
                            .map(Stored::id)
                            .toList(),
                    "k");
        } catch (StoreException e) {
            return;
        }
    }

    /** Deletes what the author has had rejected before, so that no other author's versions give way. */
    private void trimRejected(int most) {
        try {
            List<List<String>> ids = connections.read(connection -> rows.rejected(connection, author, name));
            delete(ids.get(0).stream().skip(ValueStore.REJECTED).toList(), "r");
            if (most > 0) {
                delete(ids.get(1).stream().skip(most).toList(), "r");
            }
        } catch (StoreException e) {
            return; // as above
        }
    }

    private void delete(List<String> ids, String state) {
        for (String old : ids) {
            connections.transact(connection -> SqlValues.delete(connection, rows, old, state));
        }
    }

    private static int requireOpen(int found) {
        if (found != 1) {
            throw new StoreUnwritableException(
                    "This upload was deleted, because it took too long: upload the value again.", null);
        }
        return found;
    }

    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            connections.transact(connection -> SqlValues.delete(connection, rows, id, "w"));
        } catch (StoreException e) {
            return; // the clean-up deletes it
        }
    }
}
