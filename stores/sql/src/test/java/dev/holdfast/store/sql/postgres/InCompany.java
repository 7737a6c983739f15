package dev.holdfast.store.sql.postgres;

import dev.holdfast.store.Change;
import dev.holdfast.store.ForwardingStore;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import java.util.ArrayList;
import java.util.List;

/** A store that adds two groups without effect to every batch, so that no group is ever alone. */
final class InCompany extends ForwardingStore {
    private static final Group NOTHING = Group.of(Change.check(new Key(Kind.SLOT, "nobody's"), Change.ABSENT));

    InCompany(LockStore store) {
        super(store);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Group> company = new ArrayList<>(batch);
        company.add(0, NOTHING);
        company.add(NOTHING);
        List<Result> results = store().apply(company);
        return results.subList(1, results.size() - 1);
    }
}
