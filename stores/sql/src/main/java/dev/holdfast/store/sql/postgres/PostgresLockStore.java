package dev.holdfast.store.sql.postgres;

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
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
final class PostgresLockStore implements LockStore {
    private final StoreTraits traits;
    private final Connections connections;
    private final PostgresWriter writer;
    private final PostgresReader reader;
    private final Feed feed;

    private PostgresLockStore(String address, Connections connections, PostgresSchema schema, Failures failures) {
        Lookups lookups = new Lookups(PostgresDialect.in(schema), failures.place());
        this.traits = new StoreTraits(address, Preset.OFFLINE, false, false, false);
        this.connections = connections;
        this.writer = new PostgresWriter(schema, lookups);
        this.reader = new PostgresReader(schema, lookups);
        this.feed = new Feed(
                "holdfast-postgresql-feed", address, () -> new PostgresChangeLog(connections.borrow(), schema, reader));
    }

    static PostgresLockStore open(PostgresSettings settings) {
        Failures failures = PostgresErrors.failures(settings.place());
        Connections connections = Connections.pooled(settings.pool(), failures);
        return open(
                settings.address().toString(),
                connections,
                settings.schema(),
                settings.options().migrate(),
                failures);
    }

    static PostgresLockStore open(
            String address, Connections connections, PostgresSchema schema, boolean migrate, Failures failures) {
        try {
            connections.read(connection -> {
                PostgresLayout.require(connection, schema, migrate, failures);
                return true;
            });
            return new PostgresLockStore(address, connections, schema, failures);
        } catch (RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        try {
            if (!batch.isEmpty()) {
                for (PostgresCall part : writer.parts(batch)) {
                    results.addAll(apply(part));
                }
            }
            return results;
        } catch (StoreException e) {
            if (results.isEmpty() || e instanceof OutcomeUnknownException) {
                throw e;
            }
            throw new OutcomeUnknownException("Only a part of the changes was made: " + e.getMessage(), e);
        } finally {
            feed.changed();
        }
    }

    private List<Result> apply(PostgresCall part) {
        List<Result> results = connections.change(connection -> tried(connection, part));
        if (!results.isEmpty()) {
            return results;
        }
        // Another program's transaction has one of the rows: the other callers of the batch shall not suffer.
        if (part.groups().size() == 1) {
            return List.of(new Result.Busy());
        }
        List<Result> each = new ArrayList<>();
        for (Group group : part.groups()) {
            each.addAll(apply(List.of(group)));
        }
        return each;
    }

    /**
     * Tries a part of a batch. Returns nothing if another program's transaction keeps the server from doing it without waiting.
     */
    private List<Result> tried(Connection connection, PostgresCall part) throws SQLException {
        try {
            return writer.apply(connection, part);
        } catch (SQLException e) {
            if (PostgresErrors.held(e)) {
                return List.of();
            }
            throw e;
        }
    }

    @Override
    public int fullBatch() {
        return 32;
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
