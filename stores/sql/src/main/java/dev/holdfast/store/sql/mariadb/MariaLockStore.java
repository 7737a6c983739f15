package dev.holdfast.store.sql.mariadb;

import dev.holdfast.StoreException;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Feed;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.NumberedChangeLog;
import dev.holdfast.store.sql.shared.OwnPool;
import dev.holdfast.store.sql.shared.ServerStore;
import dev.holdfast.store.sql.values.ServerValueConnections;
import dev.holdfast.store.sql.values.SqlValues;
import java.util.List;

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
final class MariaLockStore extends ServerStore {
    private static final int MAX_GROUPS = 512;

    private final boolean pooled;
    private final boolean migrate;
    private final Failures failures;

    /** @param pooled whether the connections are set up as {@link MariaSettings} does */
    private MariaLockStore(
            String address,
            Connections connections,
            boolean pooled,
            boolean migrate,
            Lookups lookups,
            Failures failures) {
        super(
                address,
                connections,
                lookups,
                new Feed(
                        "holdfast-mariadb-feed",
                        address,
                        () -> new NumberedChangeLog(
                                connections.borrow(), lookups, MariaHistory.CHANGES, MariaHistory.KEPT)),
                MAX_GROUPS);
        this.pooled = pooled;
        this.migrate = migrate;
        this.failures = failures;
    }

    static MariaLockStore open(MariaSettings settings) {
        Failures failures = MariaErrors.failures(settings.place());
        Connections connections = OwnPool.open(settings.pool(), failures);
        return open(
                settings.server().address().toString(),
                connections,
                true,
                settings.server().migrate(),
                failures);
    }

    /** Opens a store over connections of the application. */
    static MariaLockStore over(String address, Connections connections, boolean migrate, Failures failures) {
        return open(address, connections, false, migrate, failures);
    }

    private static MariaLockStore open(
            String address, Connections connections, boolean pooled, boolean migrate, Failures failures) {
        connections.require(connection -> MariaLayout.require(connection, migrate, failures));
        Lookups lookups = new Lookups(MariaDialect.dialect(), failures.place());
        return new MariaLockStore(address, connections, pooled, migrate, lookups, failures);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = super.apply(batch);
        if (MariaHistory.isTurn(batch, results)) {
            shorten();
        }
        return results;
    }

    @Override
    protected ValueStore values() {
        Failures ofValues = failures.withDdl(MariaErrors.VALUES_DDL);
        connections().read(connection -> {
            MariaLayout.requireValues(connection, migrate, ofValues);
            return true;
        });
        return new SqlValues(
                new ServerValueConnections(connections(), failures.place(), MariaErrors::isBusy), "holdfast_");
    }

    /** Returns the quickest call that can do it; the quick ones rely on how the connections of our own pool are set up. */
    @Override
    protected Call call(List<Group> part) {
        MariaCall quick = pooled ? MariaSingle.of(part) : null;
        if (quick == null && pooled) {
            quick = MariaFastBatch.of(part);
        }
        return quick == null ? new MariaBatch(part, true) : quick;
    }

    /** Shortens the list of changes. The changes are made, so a failure of this is not reported. */
    private void shorten() {
        try {
            connections().read(MariaHistory::shorten);
        } catch (StoreException e) {
            return; // the next caller does it
        }
    }
}
