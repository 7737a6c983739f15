package dev.holdfast.store.sql.h2;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
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
import java.time.InstantSource;
import java.util.List;

/**
 * Records in H2. Thread-safe.
 *
 * <p>Stored where: in the schema {@code holdfast}. A row of {@code record} is a record, its body as text; {@code party} has the
 * owners and users of a record beyond the first of each; {@code change} lists the last commits, for watchers and for the
 * history; {@code app_lock} shows the locks to people.
 *
 * <p>Atomic: a batch is one transaction of several statements. It first locks a row of {@code guard} for each key, even for a
 * key without a record, and passes over those that are locked already: so no client waits, and none waits in a circle. A client
 * that has the guard of a key sees all that was done to it before. Its version is larger than all that it sees, so that the
 * versions of a key grow in the order of its changes, and no smaller than the time in microseconds, so that they also grow when
 * changes were lost.
 *
 * <p>Clock: that of the process that has the database open. For a file or memory of this process it is the manager's.
 *
 * <p>A crash of the process that has the database open leaves all batches that returned, and nothing of any other but perhaps
 * the last, whole. Memory is gone with the process. H2 does not flush files, so a power failure can lose the last seconds.
 *
 * <p>To be guaranteed: {@code WRITE_DELAY 0}, which the layout sets.
 */
final class H2LockStore extends ServerStore {
    private static final int MAX_GROUPS = 128;

    private final boolean migrate;
    private final Failures failures;

    private H2LockStore(
            StoreTraits traits, Connections connections, boolean migrate, Lookups lookups, Failures failures) {
        super(
                traits,
                connections,
                lookups,
                new Feed(
                        "holdfast-h2-feed",
                        traits.address(),
                        () -> new NumberedChangeLog(
                                H2Transaction.autoCommitting(connections.borrow()),
                                lookups,
                                H2History.CHANGES,
                                H2History.KEPT)),
                MAX_GROUPS);
        this.migrate = migrate;
        this.failures = failures;
    }

    /** Opens a database in this process. */
    static H2LockStore open(H2Place place, InstantSource clock) {
        Failures failures = H2Errors.failures("H2 at " + place);
        H2Folder.create(place);
        StoreTraits traits = new StoreTraits(place.toString(), Preset.OFFLINE, place.file() == null, false, false);
        return open(
                traits,
                H2Pool.open(place, failures),
                new Lookups(H2Dialect.dialect(), failures.place(), clock),
                true,
                failures);
    }

    /** Opens a database on a server. */
    static H2LockStore open(H2Settings settings) {
        try {
            return connect(settings);
        } catch (StoreUnreachableException e) {
            if (!H2Errors.isBrokenOff(e)) {
                throw e;
            }
            // The first answers of a busy server can come later than the pool waits. The next ones are quicker.
            return connect(settings);
        }
    }

    private static H2LockStore connect(H2Settings settings) {
        Failures failures = H2Errors.failures(settings.place());
        return over(
                settings.server().address().toString(),
                OwnPool.open(settings.pool(), failures),
                settings.server().migrate(),
                failures);
    }

    /** Opens a store over connections of the application. */
    static H2LockStore over(String address, Connections connections, boolean migrate, Failures failures) {
        return open(
                new StoreTraits(address, Preset.OFFLINE, address.startsWith("h2:mem:"), false, false),
                connections,
                new Lookups(H2Dialect.dialect(), failures.place()),
                migrate,
                failures);
    }

    private static H2LockStore open(
            StoreTraits traits, Connections connections, Lookups lookups, boolean migrate, Failures failures) {
        connections.require(connection -> H2Layout.require(connection, migrate, failures));
        return new H2LockStore(traits, connections, migrate, lookups, failures);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = super.apply(batch);
        if (H2History.isTurn(batch, results)) {
            shorten();
        }
        return results;
    }

    @Override
    protected ValueStore values() {
        Failures ofValues = failures.withDdl(H2Errors.VALUES_DDL);
        connections().read(connection -> {
            H2Layout.requireValues(connection, migrate, ofValues);
            return true;
        });
        return new SqlValues(
                new ServerValueConnections(connections(), failures.place(), H2Errors::isBusy), "holdfast.");
    }

    @Override
    protected Call call(List<Group> part) {
        return new H2Transaction(part, failures);
    }

    /** Shortens the list of changes. The changes are made, so a failure of this is not reported. */
    private void shorten() {
        try {
            connections().read(H2History::shorten);
        } catch (StoreException e) {
            return; // the next caller does it
        }
    }
}
