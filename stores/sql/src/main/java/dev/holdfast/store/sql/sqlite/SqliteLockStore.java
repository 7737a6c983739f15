package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.Subscription;
import dev.holdfast.internal.process.FileLockWait;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.values.SqlValues;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Records in a SQLite database of their own, shared by the threads and processes of one machine.
 *
 * <p>Stored where: one file, and while it is in use its {@code -wal} and {@code -shm} beside it. A row of {@code record} is a
 * record, its body as text; {@code party} has the owners and users of a record beyond the first of each; {@code change} lists
 * the last commits, for watchers and for the history, and has the last version given.
 *
 * <p>Atomic: a batch is one transaction that holds the file's one write lock from its first check to its commit. Groups that
 * apply, their versions and their events are committed together. A call waits at most 60 seconds for other processes that write
 * in turn: a crowd of processes on few processors takes its time. It waits 10 seconds for one that keeps the write lock,
 * perhaps since it is stopped.
 *
 * <p>Clock: the machine's, as given when the store is opened, in microseconds, read while the write lock is held. Versions come
 * from the file; those of a new file begin at its clock's time, so that they also grow when a file is lost.
 *
 * <p>A crash, of the process or the machine, leaves all batches that returned and nothing of any other but perhaps the last,
 * whole: the next process that opens the file recovers it from the log.
 *
 * <p>To be guaranteed by the machine: a local file system with working locks and flushes. On network file systems SQLite's
 * locks do not exclude.
 */
final class SqliteLockStore implements LockStore {
    private final SqliteFile file;
    private final StoreTraits traits;
    private final InstantSource clock;
    private final SqliteReaders readers;
    private final SqliteFeed feed;
    private final ReentrantLock writing = new ReentrantLock();
    private final FileLockWait turn;
    /** Null after a failure, until the next write opens another. */
    private @Nullable SqliteWriter writer;

    /** Null until it is first asked for. */
    private @Nullable SqliteValueConnections values;

    private volatile boolean closed;

    private SqliteLockStore(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.traits = new StoreTraits("sqlite:" + file.path(), Preset.OFFLINE, false, false, false);
        this.clock = clock;
        this.readers = new SqliteReaders(file, clock);
        this.feed = new SqliteFeed(file, clock);
        this.turn = file.turn();
    }

    /** Opens the store in that file; makes it if it is not there. */
    static SqliteLockStore open(Path path, InstantSource clock) {
        return open(SqliteFile.at(path, FileLockWait.STUCK), clock);
    }

    static SqliteLockStore open(SqliteFile file, InstantSource clock) {
        SqliteLockStore store = new SqliteLockStore(file, clock);
        try {
            store.writer = SqliteWriter.open(store.file, clock);
            return store;
        } catch (SQLException e) {
            throw SqliteFailure.unchanged(store.file, e);
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        List<SqliteGroup> groups = SqliteGroup.of(batch);
        writing.lock();
        try {
            List<Result> results = write(groups);
            feed.changed();
            return results;
        } finally {
            writing.unlock();
        }
    }

    private List<Result> write(List<SqliteGroup> groups) {
        if (closed) {
            throw new IllegalStateException(Connections.CLOSED);
        }
        file.requireSame();
        boolean sound = false;
        try {
            if (writer == null) {
                writer = SqliteWriter.open(file, clock);
            }
            List<Result> results = writer.apply(groups, turn);
            sound = true;
            return results;
        } catch (SQLException e) {
            throw SqliteFailure.unchanged(file, e);
        } finally {
            if (!sound) {
                closeWriter();
            }
        }
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return readers.read(reader -> reader.reading(keys));
    }

    @Override
    public Page query(Query query) {
        return readers.read(reader -> reader.query(query));
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return readers.read(reader -> reader.history(query));
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    /** Returns the values in the same file, whose tables are made on first use. */
    @Override
    public <T> Optional<T> extension(Class<T> type) {
        if (type != ValueStore.class) {
            return Optional.empty();
        }
        writing.lock();
        try {
            if (closed) {
                throw new IllegalStateException(Connections.CLOSED);
            }
            if (values == null) {
                values = SqliteValueConnections.open(file);
            }
            return Optional.of(type.cast(new SqlValues(values, "")));
        } finally {
            writing.unlock();
        }
    }

    @Override
    public boolean isLocal() {
        return file.isLocal();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Closes the store. The last one to close a file also empties its log into it. */
    @Override
    public void close() {
        feed.close();
        readers.close();
        writing.lock();
        try {
            closed = true;
            closeWriter();
            if (values != null) {
                values.close();
            }
        } finally {
            writing.unlock();
        }
    }

    private void closeWriter() {
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }

    /** Sets a limit on the connection that writes, for tests. */
    void limit(String pragma) throws SQLException {
        writing.lock();
        try {
            if (writer != null) {
                writer.limit(pragma);
            }
        } finally {
            writing.unlock();
        }
    }
}
