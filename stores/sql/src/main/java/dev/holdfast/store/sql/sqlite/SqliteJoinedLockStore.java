package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Micros;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records in a SQLite file of ours that also has tables of the application, read and changed in a transaction that belongs to
 * it: what is done here is committed or rolled back with it. Used by one thread.
 */
final class SqliteJoinedLockStore implements LockStore {
    private final SqliteTransaction transaction;
    private final InstantSource clock;
    private final StoreTraits traits;
    /** Null until the first step, and after a failure until the next. */
    private @Nullable SqliteWork work;

    private boolean closed;

    /** Takes the file's write lock. */
    SqliteJoinedLockStore(SqliteTransaction transaction, InstantSource clock) {
        SqliteFile file = transaction.file();
        this.transaction = transaction;
        this.clock = clock;
        this.traits = new StoreTraits("sqlite:" + file.path(), Preset.OFFLINE, false, false, false);
        // With the lock: a caller that looks before it has the lock may come too late to get it.
        transaction.step(() -> SqliteSchema.require(transaction.connection(), file));
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<SqliteGroup> groups = SqliteGroup.of(batch);
        return step(with -> with.applier().apply(groups));
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return step(with -> with.records().reading(keys, Micros.now(clock)));
    }

    @Override
    public Page query(Query query) {
        return step(with -> with.queries().page(query, clock));
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return step(with -> with.queries().history(query));
    }

    private interface SqliteStep<T> {
        T with(SqliteWork work) throws SQLException;
    }

    private <T> T step(SqliteStep<T> step) {
        if (closed) {
            throw new IllegalStateException(Connections.CLOSED);
        }
        return transaction.step(() -> {
            SqliteWork with = work == null
                    ? SqliteWork.on(transaction.connection(), transaction.file().path(), clock)
                    : work;
            work = with;
            boolean sound = false;
            try {
                T result = step.with(with);
                sound = true;
                return result;
            } finally {
                if (!sound) {
                    drop();
                }
            }
        });
    }

    private void drop() {
        if (work != null) {
            work.close();
            work = null;
        }
    }

    @Override
    public boolean isLocal() {
        return transaction.file().isLocal();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Closes the store. The transaction goes on. */
    @Override
    public void close() {
        closed = true;
        drop();
    }
}
