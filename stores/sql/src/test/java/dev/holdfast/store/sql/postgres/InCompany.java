package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Change;
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

/** A store that adds two groups without effect to every batch, so that no group is ever alone. */
final class InCompany implements LockStore {
    private static final Group NOTHING = Group.of(Change.check(new Key(Kind.SLOT, "nobody's"), Change.ABSENT));

    private final LockStore store;

    InCompany(LockStore store) {
        this.store = store;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Group> company = new ArrayList<>(batch);
        company.add(0, NOTHING);
        company.add(NOTHING);
        List<Result> results = store.apply(company);
        return results.subList(1, results.size() - 1);
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
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public void close() {
        store.close();
    }
}
