package dev.holdfast.store.sql.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The statements that were prepared on one connection, which may live longer than they do. Not thread-safe. */
final class SqlitePrepared implements AutoCloseable {
    private final Connection connection;
    private final List<PreparedStatement> statements = new ArrayList<>();

    SqlitePrepared(Connection connection) {
        this.connection = connection;
    }

    /** Returns a statement that lives until all of them are closed, or the connection is. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statements.add(statement);
        return statement;
    }

    /** Closes the statements and ignores errors. */
    @Override
    public void close() {
        for (PreparedStatement statement : statements) {
            try {
                statement.close();
            } catch (SQLException e) {
                // It went with its connection.
            }
        }
        statements.clear();
    }
}
