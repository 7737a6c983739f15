package dev.holdfast.store.sql.sqlite;

import dev.holdfast.store.Group;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Page;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.testkit.LockStoreContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig.TransactionMode;

/** Every call in a transaction of its own, which it joins and its caller commits. */
class SqliteJoinedContractTest extends LockStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected LockStore open(InstantSource clock) {
        Path file = folder.resolve("app.db");
        return new Joining(SqliteLockStore.open(file, clock), file, clock);
    }

    private record Joining(SqliteLockStore open, Path file, InstantSource clock) implements LockStore {

        private <T> T join(Function<LockStore, T> call) {
            open.read(List.of()); // which fails if it is closed
            try (Connection connection = App.connect(file, TransactionMode.IMMEDIATE)) {
                connection.setAutoCommit(false);
                T result;
                try (LockStore joined = SqlLockStores.joiningSqlite(connection, clock)) {
                    result = call.apply(joined);
                }
                connection.setAutoCommit(true);
                return result;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<Result> apply(List<Group> batch) {
            return join(store -> store.apply(batch));
        }

        @Override
        public Reading read(Collection<Key> keys) {
            return join(store -> store.read(keys));
        }

        @Override
        public Page query(Query query) {
            return join(store -> store.query(query));
        }

        @Override
        public List<PastEvent> history(HistoryQuery query) {
            return join(store -> store.history(query));
        }

        @Override
        public StoreTraits traits() {
            return open.traits();
        }

        @Override
        public void close() {
            open.close();
        }
    }
}
