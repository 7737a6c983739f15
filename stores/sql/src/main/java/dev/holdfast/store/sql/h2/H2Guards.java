package dev.holdfast.store.sql.h2;

import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.spi.Key;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;

/** Rows that are locked and never changed: there is nothing else to lock for a key without a record. */
final class H2Guards {
    /** All clients that change records must agree on it. */
    private static final int GUARDS = 4096;

    private static final String LOCK = "SELECT id FROM holdfast.guard WHERE id = ANY(?) FOR UPDATE SKIP LOCKED";

    private H2Guards() {}

    static int of(Key key) {
        CRC32 sum = new CRC32();
        sum.update(key.kind().stored().getBytes(StandardCharsets.US_ASCII));
        sum.update('/');
        sum.update(NameBytes.bytes(key.name()));
        return (int) (sum.getValue() % GUARDS);
    }

    /** Locks the guards of these keys until the transaction ends, and returns those that no other client has. */
    static Set<Integer> lock(Connection connection, Collection<Key> keys) throws SQLException {
        Set<Integer> locked = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setObject(1, keys.stream().map(H2Guards::of).distinct().toArray(Integer[]::new));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    locked.add(row.getInt(1));
                }
            }
        }
        return locked;
    }
}
