package dev.holdfast.store.sql.postgres;

import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.Group;
import dev.holdfast.store.sql.shared.Call;
import dev.holdfast.store.sql.shared.Connections;
import dev.holdfast.store.sql.shared.Failures;
import dev.holdfast.store.sql.shared.Feed;
import dev.holdfast.store.sql.shared.Lookups;
import dev.holdfast.store.sql.shared.OwnPool;
import dev.holdfast.store.sql.shared.ServerStore;
import dev.holdfast.store.sql.values.ServerValueConnections;
import dev.holdfast.store.sql.values.SqlValues;
import java.util.List;

/**
 * Records in a schema of a PostgreSQL database, shared by all clients that can reach the server.
 *
 * <p>Stored where: a row of {@code record} is a record, its body as text; {@code party} has the owners and users of a record
 * beyond the first of each; {@code change} lists the last commits, for watchers and for the history; {@code app_lock} shows the
 * locks to people.
 *
 * <p>Atomic: a batch is one call of the function {@code apply}, and so one statement, one round trip and one commit. It first
 * takes a transaction's advisory lock for each key without waiting, so that a client that has a key sees all that was done to
 * it before, and only then a version from a sequence: so versions of a key grow in the order of their changes. A key that
 * another client has makes its group busy; no client waits, and so none waits in a circle.
 *
 * <p>Clock: the server's, {@code clock_timestamp()}.
 *
 * <p>A crash, of a client or of the server, leaves all batches that returned, and nothing of any other but perhaps the last,
 * whole. What a client had begun ends with its connection.
 *
 * <p>To be guaranteed by the server: {@code fsync} and {@code full_page_writes} on, as they are by default. Where changes may
 * be lost in a failover, because replication is asynchronous, locks may be lost with them.
 */
final class PostgresLockStore extends ServerStore {
    /** Each key takes a lock of the server, which has room for some thousands. */
    private static final int MAX_GROUPS = 256;

    private final PostgresSchema schema;
    private final boolean migrate;
    private final Failures failures;

    private PostgresLockStore(
            String address,
            Connections connections,
            PostgresSchema schema,
            boolean migrate,
            Lookups lookups,
            Failures failures) {
        super(
                address,
                connections,
                lookups,
                new Feed(
                        "holdfast-postgresql-feed",
                        address,
                        () -> new PostgresChangeLog(connections.borrow(), schema, lookups)),
                MAX_GROUPS);
        this.schema = schema;
        this.migrate = migrate;
        this.failures = failures;
    }

    static PostgresLockStore open(PostgresSettings settings) {
        Failures failures = PostgresErrors.failures(settings.place());
        Connections connections = OwnPool.open(settings.pool(), failures);
        return open(
                settings.server().address().toString(),
                connections,
                settings.schema(),
                settings.server().migrate(),
                failures);
    }

    static PostgresLockStore open(
            String address, Connections connections, PostgresSchema schema, boolean migrate, Failures failures) {
        connections.require(connection -> PostgresLayout.require(connection, schema, migrate, failures));
        Lookups lookups = new Lookups(PostgresDialect.in(schema), failures.place());
        return new PostgresLockStore(address, connections, schema, migrate, lookups, failures);
    }

    @Override
    protected Call call(List<Group> part) {
        return PostgresCall.of(part, schema);
    }

    @Override
    protected ValueStore values() {
        Failures ofValues = failures.withDdl(PostgresErrors.VALUES_DDL);
        connections().read(connection -> {
            PostgresLayout.requireValues(connection, schema, migrate, ofValues);
            return true;
        });
        return new SqlValues(
                new ServerValueConnections(connections(), failures.place(), PostgresErrors::held), schema.name() + ".");
    }

    @Override
    public int fullBatch() {
        return 32;
    }
}
