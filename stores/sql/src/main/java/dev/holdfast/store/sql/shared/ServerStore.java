package dev.holdfast.store.sql.shared;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.Preset;
import dev.holdfast.StoreException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Watcher;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Base class of the stores on a database server, which all clients of the server share. Thread-safe. */
public abstract class ServerStore implements LockStore {
    private final StoreTraits traits;
    private final Connections connections;
    private final Lookups lookups;
    private final Feed feed;
    private final int maxGroups;

    /** @param maxGroups the maximum number of groups in one call */
    protected ServerStore(String address, Connections connections, Lookups lookups, Feed feed, int maxGroups) {
        this(new StoreTraits(address, Preset.OFFLINE, false, false, false), connections, lookups, feed, maxGroups);
    }

    /** @param maxGroups the maximum number of groups in one call */
    protected ServerStore(StoreTraits traits, Connections connections, Lookups lookups, Feed feed, int maxGroups) {
        this.traits = traits;
        this.connections = connections;
        this.lookups = lookups;
        this.feed = feed;
        this.maxGroups = maxGroups;
    }

    /** Returns the call that applies these groups. None of them writes a key that another one has. */
    protected abstract Call call(List<Group> part);

    /** Returns the values that are kept beside the locks. Makes their tables on first use. */
    protected abstract ValueStore values();

    @Override
    public final <T> Optional<T> extension(Class<T> type) {
        return type == ValueStore.class ? Optional.of(type.cast(values())) : Optional.empty();
    }

    protected final Connections connections() {
        return connections;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        Deque<Call> calls = new ArrayDeque<>(1);
        for (List<Group> part : Parts.of(batch, maxGroups)) {
            calls.add(call(part));
        }
        List<Result> results = new ArrayList<>(batch.size());
        try {
            while (!calls.isEmpty()) {
                results.addAll(next(calls));
            }
            return results;
        } catch (StoreException e) {
            if (results.isEmpty() || e instanceof OutcomeUnknownException) {
                throw e;
            }
            throw new OutcomeUnknownException("Only a part of the changes was made: " + e.getMessage(), e);
        } finally {
            if (batch.stream().anyMatch(group -> feed.isMeant(group.audience()))) {
                feed.changed();
            }
        }
    }

    /** Makes the first call. If the server did not do it, the calls to make instead come before the others. */
    private List<Result> next(Deque<Call> calls) {
        Call call = calls.removeFirst();
        List<Result> results = connections.change(connection -> call.apply(connection, lookups));
        if (!results.isEmpty()) {
            return results;
        }
        List<Call> instead = call.instead();
        for (int i = instead.size() - 1; i >= 0; i--) {
            calls.addFirst(instead.get(i));
        }
        return instead.isEmpty() ? List.of(new Result.Busy()) : List.of();
    }

    @Override
    public final Reading read(Collection<Key> keys) {
        return connections.read(connection -> lookups.read(connection, keys));
    }

    @Override
    public final Page query(Query query) {
        return connections.read(connection -> lookups.query(connection, query));
    }

    @Override
    public final List<HistoryEntry> history(HistoryQuery query) {
        return connections.read(connection -> lookups.history(connection, query));
    }

    @Override
    public final Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        return Optional.of(feed.watch(kind, prefix, sink));
    }

    @Override
    public final StoreTraits traits() {
        return traits;
    }

    @Override
    public final void close() {
        feed.close();
        connections.close();
    }
}
