package dev.holdfast.store.sql.postgres;

import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
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
