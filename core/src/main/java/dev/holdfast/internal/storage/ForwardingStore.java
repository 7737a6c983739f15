package dev.holdfast.internal.storage;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
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

/** A store that passes every call on to another one. Base class of stores that change some of the calls. */
public abstract class ForwardingStore implements LockStore {
    private final LockStore store;

    protected ForwardingStore(LockStore store) {
        this.store = store;
    }

    /** Returns the store that calls are passed on to. */
    protected final LockStore store() {
        return store;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        return store.apply(batch);
    }

    @Override
    public int fullBatch() {
        return store.fullBatch();
    }

    @Override
    public Reading read(Collection<Key> keys) {
        return store.read(keys);
    }

    @Override
    public Page query(Query query) {
        return store.query(query);
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return store.history(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Watcher sink) {
        return store.watch(kind, prefix, sink);
    }

    @Override
    public List<String> warnings() {
        return store.warnings();
    }

    @Override
    public boolean isLocal() {
        return store.isLocal();
    }

    @Override
    public <T> Optional<T> extension(Class<T> type) {
        return store.extension(type);
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public void close() {
        store.close();
    }
}
