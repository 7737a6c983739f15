package dev.holdfast.store.sql.sqlite;

import dev.holdfast.store.Key;
import dev.holdfast.store.Result;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConnection;

/**
 * The one connection of a store that writes: a batch is one transaction, and so one flush to the disk. Not thread-safe. After
 * an exception it must be closed, which rolls back what it had begun.
 */
final class SqliteWriter implements AutoCloseable {
    /** How many changes a watcher may miss before it has to look at all records. */
    static final int CHANGES_KEPT = 10_000;

    /** After how many changes the oldest are taken out. */
    private static final int TRIM = 256;

    /** After how many changes the oldest events are: less often, since they have to be counted. */
    private static final int TRIM_EVENTS = 4096;

    private final SqliteFile file;
    private final InstantSource clock;
    private final SQLiteConnection connection;
    private final SqliteRecords records;
    private final SqliteStatements statements;
    /** What was looked up in this transaction: the callers of one batch often ask about the same owner. */
    private final Map<Key, Long> seen = new HashMap<>();

    private long last;
    private Instant stamp = Instant.EPOCH;

    private SqliteWriter(SqliteFile file, InstantSource clock, SQLiteConnection connection) throws SQLException {
        this.file = file;
        this.clock = clock;
        this.connection = connection;
        this.records = new SqliteRecords(connection, file.path());
        this.statements = new SqliteStatements(connection, file.patience());
    }

    /** Opens the file for writing; lays it out if it is new. */
    static SqliteWriter open(SqliteFile file, InstantSource clock) throws SQLException {
        SQLiteConnection connection = file.connect();
        try {
            SqliteSchema.prepare(connection, file, Micros.of(clock.instant()));
            connection.setBusyTimeout(0); // from here on Patience waits
            return new SqliteWriter(file, clock, connection);
        } catch (SQLException | RuntimeException e) {
            SqliteFile.close(connection);
            throw e;
        }
    }

    /**
     * Applies the batch.
     *
     * @throws SQLException if nothing was changed
     * @throws dev.holdfast.store.StoreException if the commit failed
     */
    List<Result> apply(List<SqliteGroup> batch) throws SQLException {
        statements.begin();
        seen.clear();
        stamp = Micros.instant(Micros.of(clock.instant()));
        long before = statements.lastVersion();
        last = before;
        List<Result> results = new ArrayList<>(batch.size());
        int events = 0;
        StringBuilder done = new StringBuilder();
        for (SqliteGroup group : batch) {
            Result result = apply(group);
            results.add(result);
            if (result instanceof Result.Applied) {
                events += group.events();
                done.append(done.isEmpty() ? '[' : ',').append(group.text());
            }
        }
        if (last > before) {
            statements.note(last, stamp, events, done.append(']').toString());
        }
        trim(before);
        try {
            statements.commit();
        } catch (SQLException e) {
            throw SqliteFailure.ofCommit(file, e);
        }
        return results;
    }

    private Result apply(SqliteGroup group) throws SQLException {
        long version = last + 1;
        if (!(checked(group) && written(group, version))) {
            return new Result.Conflict(records.reading(group.keys(), stamp));
        }
        last = version;
        return new Result.Applied(version, stamp);
    }

    /** Whether every expected version holds, but for that of a group's only write: the write itself finds that out. */
    private boolean checked(SqliteGroup group) throws SQLException {
        for (SqliteRow row : group.rows()) {
            boolean toCheck = !row.writes() || group.written().size() > 1;
            if (toCheck && version(row) != row.change().expected()) {
                return false;
            }
        }
        return true;
    }

    private long version(SqliteRow row) throws SQLException {
        Long known = seen.get(row.change().key());
        if (known == null) {
            known = records.version(row.kind(), row.name());
            seen.put(row.change().key(), known);
        }
        return known;
    }

    private boolean written(SqliteGroup group, long version) throws SQLException {
        for (SqliteRow row : group.written()) {
            seen.remove(row.change().key());
            if (!statements.write(row, version, stamp)) {
                return false;
            }
        }
        return true;
    }

    /** Now and then takes out what is too old. Each time begins no later than where the last one ended. */
    private void trim(long before) throws SQLException {
        if (before / TRIM != last / TRIM) {
            statements.trimChanges(before / TRIM * TRIM - CHANGES_KEPT, last - CHANGES_KEPT);
        }
        if (before / TRIM_EVENTS != last / TRIM_EVENTS) {
            statements.trimEvents(last - CHANGES_KEPT);
        }
    }

    /** For tests: sets a limit of this connection. */
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
