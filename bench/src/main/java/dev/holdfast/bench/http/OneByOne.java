package dev.holdfast.bench.http;

import dev.holdfast.store.Group;
import dev.holdfast.store.HistoryQuery;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Page;
import dev.holdfast.store.PastEvent;
import dev.holdfast.store.Query;
import dev.holdfast.store.Reading;
import dev.holdfast.store.Result;
import dev.holdfast.store.Sighting;
import dev.holdfast.store.StoreTraits;
import dev.holdfast.store.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A store that gains nothing by many concurrent callers: each change is a commit of its own, one after the other under a lock, as
 * in a server that does each request by itself.
 */
final class OneByOne implements LockStore {
    private final LockStore store;

    OneByOne(LockStore store) {
        this.store = store;
    }

    @Override
    public synchronized List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            results.addAll(store.apply(List.of(group)));
        }
        return results;
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
    public List<PastEvent> history(HistoryQuery query) {
        return store.history(query);
    }

    @Override
    public Optional<Subscription> watch(Kind kind, String prefix, Consumer<Sighting> sink) {
        return store.watch(kind, prefix, sink);
    }

    @Override
    public List<String> warnings() {
        return store.warnings();
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
