package dev.holdfast.internal.model;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The model's store, as the product's settler uses it: a read and a write that succeeds are one moment. */
final class SettlingStore implements LockStore {
    private World world;
    private final Store store;

    SettlingStore(World world, Store store) {
        this.world = world;
        this.store = store;
    }

    World world() {
        return world;
    }

    @Override
    public List<Result> apply(List<Group> batch) {
        List<Result> results = new ArrayList<>();
        for (Group group : batch) {
            Store.Application applied = store.apply(world, group);
            world = applied.world();
            results.add(applied.result());
        }
        return results;
    }

    @Override
    public Reading read(Collection<Key> keys) {
        Map<Key, Entry> found = new HashMap<>();
        for (Key key : keys) {
            Entry entry = world.records().get(key);
            if (entry != null) {
                found.put(key, entry);
            }
        }
        return new Reading(found, store.time(world.tick()));
    }

    @Override
    public Page query(Query query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        return List.of();
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("model:", Preset.OFFLINE, false, false, false);
    }

    @Override
    public void close() {}
}
