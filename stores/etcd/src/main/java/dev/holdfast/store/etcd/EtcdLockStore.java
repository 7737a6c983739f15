package dev.holdfast.store.etcd;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
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
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Records in etcd, by consensus of its servers.
 *
 * <p>Stored where: below one prefix, a key for each record, with its body as JSON; a key for the events of each group; and one
 * for the clock.
 *
 * <p>Atomic: a batch is one transaction of nested ones, one for each group, that compare the revisions of its keys; a group
 * whose comparison fails reads its records in the same step. Where groups name what an earlier one changes, or are more than fit
 * (127 nested, a MiB), the rest follows in further transactions. A version is the revision of etcd at which a key was written:
 * it counts every change of the whole etcd, so that it also grows across deletion.
 *
 * <p>Clock: a lease of etcd's that its leader counts down by its monotonic clock, see {@link EtcdClock}. Clocks of clients do
 * not count. Stamps are never early and readings never late, so that nothing is over before its time; after it by up to a second,
 * mostly by a few hundredths.
 *
 * <p>A crash leaves every batch that returned, on the disks of most servers, and of the one on its way any number of whole
 * transactions. A new leader makes the clock stand still for a moment; it loses nothing.
 *
 * <p>To be configured: etcd 3.4 or later with its default of fsync, and automatic compaction, since it keeps every state
 * until it is compacted. A user needs the permission readwrite on the prefix, nothing else.
 */
final class EtcdLockStore implements LockStore {
    static final String CLOSED = "This store is closed: open it again.";

    private final StoreTraits traits;
    private final EtcdClient client;
    private final EtcdReader reader;
    private final EtcdWriter writer;
    private final EtcdHistory history;
    private final EtcdFeed feed;
    private final EtcdUpkeep upkeep;

    private EtcdLockStore(EtcdAddress address, EtcdClient client, EtcdKeys keys, EtcdClock clock) {
        this.traits = new StoreTraits(address.parts().toString(), Preset.OFFLINE, false, false, false);
        this.client = client;
        this.reader = new EtcdReader(client, keys, clock);
        this.history = new EtcdHistory(client, keys);
        this.writer = new EtcdWriter(client, keys, clock, history);
        this.feed = new EtcdFeed(traits.address(), client, reader, keys);
        this.upkeep = new EtcdUpkeep(clock, history);
    }

    /** Connects and finds out the time, so that a wrong address is reported immediately. */
    static EtcdLockStore open(EtcdAddress address, InstantSource wall) {
        EtcdKeys keys = new EtcdKeys(address.prefix());
        EtcdClient client = new EtcdClient(address);
        try {
            EtcdClock clock = new EtcdClock(client, keys, wall, address.parts().toString());
            clock.adjust();
            EtcdLockStore store = new EtcdLockStore(address, client, keys, clock);
            store.upkeep.start();
            return store;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        client.requireOpen();
        return writer.apply(batch);
    }

    @Override
    public int fullBatch() {
        return 32;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        client.requireOpen();
        return reader.read(keys);
    }

    @Override
    public Page query(Query query) {
        client.requireOpen();
        return reader.query(query);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        client.requireOpen();
        return history.newest(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        upkeep.close();
        feed.close();
        try {
            history.trim(); // many processes are over before their upkeep gets to it
        } catch (StoreException | IllegalStateException e) {
            // Another client will do it; or this store was closed before.
        }
        client.close();
        feed.end();
    }
}
