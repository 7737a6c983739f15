package dev.holdfast.store.sql.values;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueUpload;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values in three tables of a SQL database.
 *
 * <p>Stored where: {@code value_head} has a row for each name; {@code value_version} a row for each version, and for each upload
 * that has not ended; {@code value_chunk} the bytes.
 *
 * <p>Atomic: the change of a head, with the upload that it ends. A chunk is a transaction of its own, so that a large value holds
 * no lock for long.
 *
 * <p>Clock: that of the caller. A crash leaves an upload without an end, which {@link #clean} deletes.
 */
public final class SqlValues implements ValueStore {
    private final ValueConnections connections;
    private final ValueRows rows;

    /** @param prefix what stands before the names of the tables */
    public SqlValues(ValueConnections connections, String prefix) {
        this.connections = connections;
        this.rows = new ValueRows(prefix);
    }

    @Override
    public Head head(String name) {
        return connections.read(connection -> rows.head(connection, name));
    }

    @Override
    public List<Head> heads(String prefix, String after, int most) {
        return connections.read(connection -> rows.heads(connection, prefix, after, most));
    }

    @Override
    public boolean change(Head expected, @Nullable String current, String note) {
        return connections.transact(connection -> rows.change(connection, expected, current, expected.last(), note));
    }

    @Override
    public ValueUpload begin(String name, String author, Instant at) {
        String id = UUID.randomUUID().toString().replace("-", "");
        connections.transact(connection -> rows.update(
                connection,
                "INSERT INTO @value_version (id, name, author, number, state, created, size, chunks, about)"
                        + " VALUES (?, ?, ?, 0, 'w', ?, 0, 0, '')",
                id,
                NameBytes.bytes(name),
                author,
                Micros.of(at)));
        return new SqlUpload(connections, rows, name, author, id);
    }

    @Override
    public int count(String author) {
        return connections.read(connection -> rows.count(connection, author));
    }

    @Override
    public boolean remove(Head expected) {
        List<Stored> versions = versions(expected.name());
        Head without = new Head(expected.name(), expected.revision(), null, expected.last(), "", "");
        if (!change(without, null, "")) {
            return false;
        }
        for (Stored version : versions) {
            connections.transact(connection -> delete(connection, rows, version.id(), version.rejected() ? "r" : "k"));
        }
        return true;
    }

    @Override
    public List<Stored> versions(String name) {
        return connections.read(connection -> rows.versions(connection, name));
    }

    @Override
    public Optional<Stored> version(String name, String id) {
        return connections.read(connection -> rows.version(connection, name, id));
    }

    @Override
    public byte[] chunk(String id, int number) {
        return connections
                .read(connection -> rows.chunk(connection, id, number))
                .orElseThrow(() ->
                        new StoreUnwritableException("This version was deleted while it was read: read again.", null));
    }

    @Override
    public int clean(Instant before) {
        int cleaned = 0;
        for (String id : connections.read(connection -> rows.ids(
                connection, "SELECT id FROM @value_version WHERE state = 'w' AND created < ?", Micros.of(before)))) {
            cleaned += connections.transact(connection -> delete(connection, rows, id, "w"));
        }
        return cleaned;
    }

    /** Deletes a version, if it is still in that state. */
    static int delete(Connection connection, ValueRows rows, String id, String state) throws SQLException {
        int found = rows.update(connection, "DELETE FROM @value_version WHERE id = ? AND state = ?", id, state);
        if (found > 0) {
            rows.update(connection, "DELETE FROM @value_chunk WHERE id = ?", id);
        }
        return found;
    }
}
