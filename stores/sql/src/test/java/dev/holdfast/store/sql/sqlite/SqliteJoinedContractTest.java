package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
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
        public List<HistoryEntry> history(HistoryQuery query) {
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
