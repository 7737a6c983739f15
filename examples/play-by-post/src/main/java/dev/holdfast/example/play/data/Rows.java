package dev.holdfast.example.play.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of one connection. */
public final class Rows {
    private final Connection connection;

    Rows(Connection connection) {
        this.connection = connection;
    }

    /** Makes something of a row. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    public Connection connection() {
        return connection;
    }

    int change(String statement, @Nullable Object... values) throws SQLException {
        try (PreparedStatement prepared = prepared(statement, values)) {
            return prepared.executeUpdate();
        }
    }

    <T> List<T> list(Reader<T> reader, String query, @Nullable Object... values) throws SQLException {
        try (PreparedStatement prepared = prepared(query, values);
                ResultSet rows = prepared.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reader.read(rows));
            }
            return all;
        }
    }

    <T> Optional<T> first(Reader<T> reader, String query, @Nullable Object... values) throws SQLException {
        return list(reader, query, values).stream().findFirst();
    }

    private PreparedStatement prepared(String text, @Nullable Object... values) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(text);
        for (int i = 0; i < values.length; i++) {
            prepared.setObject(i + 1, values[i]);
        }
        return prepared;
    }
}
