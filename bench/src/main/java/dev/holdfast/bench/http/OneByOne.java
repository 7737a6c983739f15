package dev.holdfast.bench.http;

import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * A store that gains nothing by many concurrent callers: each change is a commit of its own, one after the other under a lock, as
 * in a server that does each request by itself.
 */
final class OneByOne extends ForwardingStore {
    OneByOne(LockStore store) {
        super(store);
    }

    @Override
    public synchronized List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(batch.size());
        for (Group group : batch) {
            results.addAll(store().apply(List.of(group)));
        }
        return results;
    }
}
