package dev.holdfast.store.redis;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.Subscription;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Records in Redis, shared by all clients that can reach it.
 *
 * <p>Stored where: all keys begin with one hash tag, {@code {holdfast}} unless the address names another, so that a cluster
 * keeps them in one place. The hash {@code :records} has every record, and beside them the layout, the last version given, the
 * newest events, and the epoch: the run of the server in which they were written. Sorted sets are indexes over it: {@code
 * :names}, {@code :due:…}, {@code :o:owner}, {@code :u:user}. Changes are published on the channel {@code :changes} while there
 * are subscribers.
 *
 * <p>Atomic: a batch is one script, which no other command interrupts. It checks and decides first and writes then, the records
 * last.
 *
 * <p>Clock: the server's, in microseconds, read in the script. A version is the time, or one more than the last version if that
 * is larger; so versions also grow when the last ones were lost, and a new epoch begins far above all lost ones.
 *
 * <p>A crash of the server leaves what it had saved: everything with {@code appendfsync always}, all but the last second or two
 * with {@code everysec}, perhaps nothing otherwise. Every new connection begins with a handshake, and a run of the server that
 * is not that of the epoch begins another one. Then, unless the server keeps all, nothing is changed for three seconds: an
 * owner that lost a hold learns of it from its own look before another can get it. A hold that was released and is there again
 * ends with its lease.
 *
 * <p>To be guaranteed by the server: that it removes nothing to save memory ({@code maxmemory-policy noeviction}), and that it
 * saves ({@code appendonly yes}); both are checked, and refused or warned of as the address says. Replicas get changes after
 * the answer, unless the address says how many to wait for.
 */
final class RedisLockStore implements LockStore {
    private final StoreTraits traits;
    private final RedisWarnings warnings = new RedisWarnings();
    private final RedisConnection connection;
    private final RedisReader reader;
    private final RedisQueries queries;
    private final RedisWriter writer;
    private final RedisFeed feed;

    private RedisLockStore(RedisSettings settings, RedisDriver driver) {
        this.traits = new StoreTraits(settings.shown(), Preset.OFFLINE, false, false, false);
        this.connection = new RedisConnection(settings, driver, warnings);
        this.reader = new RedisReader(connection);
        this.queries = new RedisQueries(connection, reader);
        this.writer = new RedisWriter(connection, reader::entry);
        this.feed = new RedisFeed(connection, reader, queries, warnings);
    }

    /** Returns the last version given, for tests. */
    long last() {
        return reader.last();
    }

    /** Opens the store on that server, which must be there. */
    static RedisLockStore open(RedisSettings settings) {
        return open(settings, RedisDriver.of(settings));
    }

    /** Opens a store with that driver, which is closed with the store. */
    static RedisLockStore open(RedisSettings settings, RedisDriver driver) {
        RedisLockStore store = new RedisLockStore(settings, driver);
        boolean sound = false;
        try {
            store.connection.session(store.connection.deadline());
            sound = true;
            return store;
        } finally {
            if (!sound) {
                store.close();
            }
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        return batch.isEmpty() ? List.of() : writer.apply(batch);
    }

    /** Returns a size with which, while one batch is at the server, the next one is written and the last one read. */
    @Override
    public int fullBatch() {
        return 4;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return reader.read(keys);
    }

    @Override
    public Page query(Query query) {
        return queries.query(query);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return queries.history(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    @Override
    public List<String> warnings() {
        return warnings.take();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        feed.close();
        connection.close();
    }
}
