package dev.holdfast.store.zookeeper;

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
import org.apache.zookeeper.data.ACL;

/**
 * Records in ZooKeeper, for when a lost lock is unacceptable: every answered change is on the disks of more than half of its
 * servers.
 *
 * <p>Stored where: beneath the path of the address. A record is a node {@code KIND/BUCKET/NAME} with its body as JSON, and
 * beneath it an empty node with a name of its own, its guard. {@code history} has the events, {@code clock} is there to be
 * written, {@code layout} has the number of the layout. Nothing is ephemeral: the end of a session ends no hold.
 *
 * <p>Atomic: a group is one multi-operation, with its events; and so is a whole batch as long as all of it applies, else each
 * group goes in one of its own. The version is the number of ZooKeeper's transaction. Since a server compares only how often a
 * node was written, and that count starts again when the node is made again, each change also checks the record's guard.
 *
 * <p>Clock: the leader's, as it stamps writes, in milliseconds. Between writes it is counted on by the monotonic clock of this
 * machine, and no record counts as due unless a write has confirmed it; the wall clocks of clients play no part. After a change
 * of the leader another machine's clock counts: leases then end early or late by the difference of the two.
 *
 * <p>A crash, of a client or of fewer than half of the servers, leaves every change that was answered, and of any other all or
 * nothing. A change whose answer was lost is never sent again from here.
 *
 * <p>To be guaranteed by the ensemble: {@code forceSync} left on, clocks kept together by NTP, three or five servers, version
 * 3.6 or later. Every call returns within a few times the timeout.
 */
final class ZooKeeperLockStore implements LockStore {
    static final String CLOSED = "This store is closed: open it again.";

    private final StoreTraits traits;
    private final Connection connection;
    private final Writer writer;
    private final TimedReader timedReader;
    private final PastEvents history;
    private final Feed feed;
    private volatile boolean closed;

    private ZooKeeperLockStore(Settings settings, Connection connection) {
        this.traits = new StoreTraits(settings.toString(), Preset.OFFLINE, false, false, false);
        this.connection = connection;
        List<ACL> rights = settings.rights();
        Paths paths = new Paths(settings.base());
        Guards guards = new Guards();
        ServerClock clock = new ServerClock();
        Reader reader = new Reader(settings, paths, connection, guards, clock);
        this.timedReader = new TimedReader(paths, reader, clock);
        this.history = new PastEvents(settings, paths, reader, rights);
        StoreContext context = new StoreContext(settings, paths, guards, new Absences(paths), clock, history, rights);
        this.writer = new Writer(context, connection, timedReader, reader);
        this.feed = new Feed(settings.toString(), paths, reader);
        connection.onLoss(clock::forget);
        connection.onLoss(feed::connectionLost);
        new Layout(settings, paths, reader, rights).require();
        history.refresh();
    }

    /** Opens the store at that address; makes its nodes if they are not there. */
    static ZooKeeperLockStore open(Settings settings) {
        Connection connection = Connection.to(settings);
        try {
            return new ZooKeeperLockStore(settings, connection);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(CLOSED);
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        requireOpen();
        return batch.isEmpty() ? List.of() : writer.apply(batch);
    }

    @Override
    public int fullBatch() {
        return 32;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        requireOpen();
        return timedReader.read(keys);
    }

    @Override
    public Page query(Query query) {
        requireOpen();
        return timedReader.query(query);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        requireOpen();
        return history.newest(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        requireOpen();
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Returns the connection to the servers, for tests. */
    Connection connection() {
        return connection;
    }

    @Override
    public void close() {
        closed = true;
        feed.close();
        connection.close();
    }
}
