package dev.holdfast.store.sql.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * The readers and writers of one connection, in the transaction that it is in. Not thread-safe. After an exception it must be
 * closed: the driver throws away statements that failed.
 */
record SqliteWork(SqlitePrepared prepared, SqliteRecords records, SqliteQueries queries, SqliteApplier applier)
        implements AutoCloseable {

    static SqliteWork on(Connection connection, Path file, InstantSource clock) throws SQLException {
        SqlitePrepared prepared = new SqlitePrepared(connection);
        boolean sound = false;
        try {
            SqliteRecords records = new SqliteRecords(prepared, file);
            SqliteQueries queries = new SqliteQueries(prepared, file, records);
            SqliteApplier applier = new SqliteApplier(prepared, file, records, clock);
            sound = true;
            return new SqliteWork(prepared, records, queries, applier);
        } finally {
            if (!sound) {
                prepared.close();
            }
        }
    }

    @Override
    public void close() {
        prepared.close();
    }
}
