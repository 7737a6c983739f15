package dev.holdfast.store.sql.sqlite;

import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.sqlite.SQLiteConnection;

/**
 * The one connection of a store that writes: a batch is one transaction, and so one flush to the disk. Not thread-safe. After
 * an exception it must be closed, which rolls back what it had begun.
 */
final class SqliteWriter implements AutoCloseable {
    private final SqliteFile file;
    private final SQLiteConnection connection;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final SqliteApplier applier;

    private SqliteWriter(SqliteFile file, InstantSource clock, SQLiteConnection connection) throws SQLException {
        this.file = file;
        this.connection = connection;
        SqlitePrepared prepared = new SqlitePrepared(connection);
        this.begin = prepared.prepare("BEGIN IMMEDIATE");
        this.commit = prepared.prepare("COMMIT");
        SqliteRecords records = new SqliteRecords(prepared, file.path());
        this.applier = new SqliteApplier(prepared, file.path(), records, clock);
    }

    /** Opens the file for writing; lays it out if it is new. */
    static SqliteWriter open(SqliteFile file, InstantSource clock) throws SQLException {
        SQLiteConnection connection = file.connect();
        try {
            SqliteSchema.prepare(connection, file, Micros.of(clock.instant()));
            connection.setBusyTimeout(0); // from here on BusyRetry waits
            return new SqliteWriter(file, clock, connection);
        } catch (SQLException | RuntimeException e) {
            SqliteFile.close(connection);
            throw e;
        }
    }

    /**
     * Applies the batch.
     *
     * @param turn how long to wait for other processes that write
     * @throws SQLException if nothing was changed
     * @throws dev.holdfast.StoreException if the commit failed
     */
    List<Result> apply(List<SqliteGroup> batch, FileLockWait turn) throws SQLException {
        BusyRetry.with(turn, begin::execute);
        List<Result> results = applier.apply(batch);
        try {
            commit.execute();
        } catch (SQLException e) {
            throw SqliteFailure.ofCommit(file, e);
        }
        return results;
    }

    /** Sets a limit of this connection, for tests. */
    void limit(String pragma) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA " + pragma);
        }
    }

    @Override
    public void close() {
        SqliteFile.close(connection);
    }
}
