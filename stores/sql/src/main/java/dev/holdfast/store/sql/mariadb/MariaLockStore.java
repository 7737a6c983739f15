package dev.holdfast.store.sql.mariadb;

import dev.holdfast.rules.Preset;
import dev.holdfast.store.Group;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.OutcomeUnknownException;
import dev.holdfast.store.Page;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.Subscription;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Feed;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.Parts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Records in a MariaDB database, shared by all clients that can reach the server.
 *
 * <p>Stored where: a row of {@code holdfast_record} is a record, its body as text; {@code holdfast_party} has the owners and
 * users of a record beyond the first of each; {@code holdfast_change} lists the last commits, for watchers and for the history;
 * {@code app_lock} shows the locks to people.
 *
 * <p>Atomic: a batch is one call of the procedure {@code holdfast_apply}, and so one round trip, one transaction and one
 * commit. It first locks a row of {@code holdfast_guard} for each key, even for a key without a record, and passes over those
 * that are locked already: so no client waits, and none waits in a circle. A client that has the guard of a key sees all that
 * was done to it before. Only then the commit gets its version, so that the versions of a key grow in the order of its changes.
 * On connections of our own, quicker procedures do the same for the most common batches, and leave it to that one if another
 * client is in the way.
 *
 * <p>Clock: the server's, read while the guards are held.
 *
 * <p>A crash, of a client or of the server, leaves all batches that returned, and nothing of any other but perhaps the last,
 * whole. What a client had begun ends with its connection.
 *
 * <p>To be guaranteed by the server: {@code innodb_flush_log_at_trx_commit = 1}, as it is by default, and a binary log, if any,
 * that is not by statement. One server takes all changes: where several do, as in a cluster of masters, versions do not grow in
 * order. Where changes may be lost in a failover, because replication is asynchronous, locks may be lost with them.
 */
final class MariaLockStore implements LockStore {
    private static final int MAX_GROUPS = 512;

    private final StoreTraits traits;
    private final Connections connections;
    private final boolean pooled;
    private final MariaWriter writer;
    private final MariaReader reader;
    private final Feed feed;

    /**
     * @param pooled whether the connections are set up as {@link MariaSettings} does
     */
    private MariaLockStore(String address, Connections connections, boolean pooled, Failures failures) {
        Lookups lookups = new Lookups(MariaDialect.dialect(), failures.place());
        this.traits = new StoreTraits(address, Preset.OFFLINE, false, false, false);
        this.connections = connections;
        this.pooled = pooled;
        this.writer = new MariaWriter(lookups);
        this.reader = new MariaReader(lookups);
        this.feed = new Feed("holdfast-mariadb-feed", address, () -> new MariaChangeLog(connections.borrow(), reader));
    }

    static MariaLockStore open(MariaSettings settings) {
        Failures failures = MariaErrors.failures(settings.place());
        Connections connections = Connections.pooled(settings.pool(), failures);
        return open(
                settings.address().toString(),
                connections,
                true,
                settings.options().migrate(),
                failures);
    }

    /** Opens a store over connections of the application. */
    static MariaLockStore over(String address, Connections connections, boolean migrate, Failures failures) {
        return open(address, connections, false, migrate, failures);
    }

    private static MariaLockStore open(
            String address, Connections connections, boolean pooled, boolean migrate, Failures failures) {
        try {
            connections.read(connection -> {
                MariaLayout.require(connection, migrate, failures);
                return true;
            });
            return new MariaLockStore(address, connections, pooled, failures);
        } catch (RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<MariaCall> calls = new ArrayList<>(1);
        for (List<Group> part : Parts.of(batch, MAX_GROUPS)) {
            calls.add(call(part));
        }
        List<Result> results = new ArrayList<>(batch.size());
        try {
            for (MariaCall call : calls) {
                results.addAll(apply(call, batch.subList(results.size(), results.size() + call.groups())));
            }
        } catch (StoreException e) {
            if (results.isEmpty() || e instanceof OutcomeUnknownException) {
                throw e;
            }
            throw new OutcomeUnknownException("Only a part of the changes was made: " + e.getMessage(), e);
        } finally {
            feed.changed();
        }
        if (MariaHistory.isTurn(batch, results)) {
            shorten();
        }
        return results;
    }

    /** Returns the quickest call that can do it; the quick ones rely on how the connections of our own pool are set up. */
    private MariaCall call(List<Group> part) {
        MariaCall quick = pooled ? MariaSingle.of(part) : null;
        if (quick == null && pooled) {
            quick = MariaFastBatch.of(part);
        }
        return quick == null ? new MariaBatch(part, true) : quick;
    }

    private List<Result> apply(MariaCall call, List<Group> part) {
        List<Result> results = connections.change(connection -> writer.apply(connection, call));
        if (!results.isEmpty()) {
            return results;
        }
        if (!(call instanceof MariaBatch)) {
            return apply(new MariaBatch(part, true), part);
        }
        // Another program is making one of the rows: the other callers of the batch shall not suffer.
        if (part.size() == 1) {
            return List.of(new Result.Busy());
        }
        List<Result> each = new ArrayList<>();
        for (Group group : part) {
            each.addAll(apply(new MariaBatch(List.of(group), true), List.of(group)));
        }
        return each;
    }

    /** Shortens the list of changes. The changes are made, so a failure of this is not reported. */
    private void shorten() {
        try {
            connections.read(MariaHistory::shorten);
        } catch (StoreException e) {
            return; // the next caller does it
        }
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return connections.read(connection -> reader.read(connection, keys));
    }

    @Override
    public Page query(Query query) {
        return connections.read(connection -> reader.query(connection, query));
    }

    @Override
    public List<PastEvent> history(HistoryQuery query) {
        return connections.read(connection -> reader.lookups().history(connection, query));
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        feed.close();
        connections.close();
    }
}
