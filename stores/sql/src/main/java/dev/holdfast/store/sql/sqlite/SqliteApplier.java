package dev.holdfast.store.sql.sqlite;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Micros;
import dev.holdfast.store.sql.shared.Row;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies batches on one connection, in a transaction that has the file's write lock: only then is the last version in the file
 * the last one given. Begins and commits nothing. Not thread-safe.
 */
final class SqliteApplier {
    /** How many changes a watcher may miss before it has to look at all records. */
    static final int CHANGES_KEPT = 10_000;

    /** After how many changes the oldest are taken out. */
    private static final int TRIM = 256;

    /** After how many events the oldest events are taken out: less often, since they have to be counted. */
    private static final int TRIM_EVENTS = 4096;

    private final Path file;
    private final InstantSource clock;
    private final SqliteRecords records;
    private final SqliteStatements statements;
    /** What was looked up in this batch: its callers often ask about the same owner. */
    private final Map<Key, Long> seen = new HashMap<>();

    private long last;
    private Instant stamp = Instant.EPOCH;

    SqliteApplier(SqlitePrepared prepared, Path file, SqliteRecords records, InstantSource clock) throws SQLException {
        this.file = file;
        this.clock = clock;
        this.records = records;
        this.statements = new SqliteStatements(prepared);
    }

    /** Applies the batch. After an exception some of it may be done: it has to be rolled back. */
    List<Result> apply(List<SqliteGroup> batch) throws SQLException {
        seen.clear();
        stamp = Micros.now(clock);
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
            trim(before, events);
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

    /** Returns whether every expected version matches, except that of a group's only write: the write itself finds that out. */
    private boolean checked(SqliteGroup group) throws SQLException {
        for (Row<byte[]> row : group.rows()) {
            boolean toCheck = !row.writes() || group.written().size() > 1;
            if (toCheck && version(row) != row.change().expected()) {
                return false;
            }
        }
        return true;
    }

    private long version(Row<byte[]> row) throws SQLException {
        Long known = seen.get(row.change().key());
        if (known == null) {
            known = records.version(row.kind(), row.name());
            seen.put(row.change().key(), known);
        }
        return known;
    }

    private boolean written(SqliteGroup group, long version) throws SQLException {
        for (int i = 0; i < group.written().size(); i++) {
            Row<byte[]> row = group.written().get(i);
            seen.remove(row.change().key());
            if (!statements.write(row, version, stamp)) {
                if (i > 0) {
                    throw meddled(row.change().key());
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the exception for a record that changed within the transaction. All had the right version a moment ago, so only a
     * trigger can have changed one since.
     */
    private StoreUnwritableException meddled(Key key) {
        return new StoreUnwritableException(
                "A trigger in " + file + " changed the " + key.kind() + " record '" + key.name()
                        + "' while it was being written: let triggers on the table record change other tables only.",
                null);
    }

    /** Removes old changes now and then. Each time begins no later than where the last one ended. */
    private void trim(long before, int events) throws SQLException {
        if (before / TRIM != last / TRIM) {
            statements.trimChanges(before / TRIM * TRIM - CHANGES_KEPT, last - CHANGES_KEPT);
        }
        long changes = last - before;
        long every = Math.max(1, TRIM_EVENTS * changes / Math.max(changes, events));
        if (before / every != last / every) {
            statements.trimEvents();
        }
    }
}
