package dev.holdfast.torture;

import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A store with a planted defect: now and then it writes over a record that has changed since it was read. */
final class BlindStore extends ForwardingStore {
    private static final int ONE_IN = 20;

    BlindStore(LockStore store) {
        super(store);
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>(store().apply(batch));
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof Result.Conflict conflict
                    && ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
                results.set(
                        i,
                        store().apply(List.of(forced(batch.get(i), conflict.current())))
                                .get(0));
            }
        }
        return results;
    }

    private static Group forced(Group group, Reading current) {
        List<Change> changes = new ArrayList<>();
        for (Change change : group.changes()) {
            Entry entry = current.entries().get(change.key());
            long version = entry == null ? Change.ABSENT : entry.version();
            changes.add(
                    change.type() == Change.Type.DELETE
                            ? Change.delete(change.key(), version)
                            : new Change(change.type(), change.key(), version, change.next()));
        }
        return new Group(changes, group.events(), group.audience());
    }
}
