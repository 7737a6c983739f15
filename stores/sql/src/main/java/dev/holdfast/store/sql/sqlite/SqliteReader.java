package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.internal.storage.ChangeFeed;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sqlite.SQLiteConnection;

/** A connection that only reads: none waits for another. Not thread-safe. After an exception it must be closed. */
final class SqliteReader implements ChangeFeed.Source<SQLException>, AutoCloseable {
    private final InstantSource clock;
    private final SQLiteConnection connection;
    private final SqliteRecords records;
    private final SqliteQueries queries;
    private final SqliteChanges changes;
    private final PreparedStatement begin;
    private final PreparedStatement commit;

    private SqliteReader(SqliteFile file, InstantSource clock, SQLiteConnection connection) throws SQLException {
        this.clock = clock;
        this.connection = connection;
        SqlitePrepared prepared = new SqlitePrepared(connection);
        this.records = new SqliteRecords(prepared, file.path());
        this.queries = new SqliteQueries(prepared, file.path(), records);
        this.changes = new SqliteChanges(prepared);
        this.begin = prepared.prepare("BEGIN");
        this.commit = prepared.prepare("COMMIT");
    }

    static SqliteReader open(SqliteFile file, InstantSource clock) throws SQLException {
        SQLiteConnection connection = file.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA query_only = ON");
            return new SqliteReader(file, clock, connection);
        } catch (SQLException e) {
            SqliteFile.close(connection);
            throw e;
        }
    }

    /** Begins a look at one moment: until {@link #end}, everything is read as it was then. */
    void begin() throws SQLException {
        begin.execute();
    }

    void end() throws SQLException {
        commit.execute();
    }

    SqliteChanges changes() {
        return changes;
    }

    /** Returns those records at a moment of their own. */
    Reading reading(Collection<Key> keys) throws SQLException {
        begin();
        Reading reading = records.reading(keys, Instant.EPOCH);
        end();
        // Read after the records, so that no record is newer than the time that is told with it.
        return new Reading(reading.entries(), Micros.now(clock));
    }

    Page query(Query query) throws SQLException {
        return queries.page(query, clock);
    }

    @Override
    public Map<Key, Entry> read(Set<Key> keys) throws SQLException {
        return records.reading(keys, Instant.EPOCH).entries();
    }

    @Override
    public List<Entry> all(Query query) throws SQLException {
        return queries.matching(query, Integer.MAX_VALUE);
    }

    /** Returns how many records have the kind and the prefix of that query. */
    long count(Query query) throws SQLException {
        return queries.count(query.kind(), query.prefix());
    }

    List<HistoryEntry> history(HistoryQuery query) throws SQLException {
        return queries.history(query);
    }

    @Override
    public void close() {
        SqliteFile.close(connection);
    }
}
