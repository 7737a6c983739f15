package dev.holdfast.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Large values in chunks by plain JDBC, with a commit for each chunk. */
final class BareChunks implements AutoCloseable {
    private static final int CHUNK = 256 << 10;

    private final Connection connection;
    private int version;

    BareChunks(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE chunk (id INTEGER, number INTEGER, data BLOB, UNIQUE (id, number))");
        }
    }

    void write(byte[] value) throws SQLException {
        version++;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO chunk VALUES (?, ?, ?)")) {
            for (int i = 0; i < value.length; i += CHUNK) {
                insert.setInt(1, version);
                insert.setInt(2, i / CHUNK);
                insert.setBytes(3, Arrays.copyOfRange(value, i, i + CHUNK));
                insert.executeUpdate();
            }
        }
    }

    void read(int size) throws SQLException, IOException {
        int read = 0;
        try (PreparedStatement select =
                connection.prepareStatement("SELECT data FROM chunk WHERE id = ? AND number = ?")) {
            for (int i = 0; i < size / CHUNK; i++) {
                select.setInt(1, version);
                select.setInt(2, i);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    read += row.getBytes(1).length;
                }
            }
        }
        if (read != size) {
            throw new IOException("A value was not read.");
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
