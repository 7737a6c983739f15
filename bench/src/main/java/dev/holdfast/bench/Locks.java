package dev.holdfast.bench;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import dev.holdfast.store.StoreProvider;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** One store and a manager over it; closing it closes both. */
final class Locks implements AutoCloseable {
    private static final int BATCH = 500;

    private final LockStore store;
    private final LockManager manager;

    private Locks(LockStore store) {
        this.store = store;
        this.manager = LockManager.over(store, ManagerOptions.USUAL);
    }

    /** The store at that address; empty if there is no such kind of store. */
    static Optional<Locks> open(String address) {
        String scheme = address.substring(0, address.indexOf(':'));
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains(scheme))
                .findFirst()
                .map(provider -> new Locks(provider.open(address, InstantSource.system())));
    }

    LockManager manager() {
        return manager;
    }

    /** Takes and gives back a lock that nobody else wants. */
    Task pair(int thread) {
        String resource = "mine-" + thread;
        return () -> manager.acquire(resource).close();
    }

    /** Adds locks of other owners, without handles that the manager would have to look after. */
    void addOthers(int count) {
        List<Group> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(Group.of(Change.put(Key.lock("other-" + i), Change.ABSENT, heldBy("owner-" + i, i))));
            if (batch.size() == BATCH || i == count - 1) {
                for (Result result : store.apply(batch)) {
                    if (!(result instanceof Result.Applied)) {
                        throw new IllegalStateException("A lock could not be set up: " + result);
                    }
                }
                batch.clear();
            }
        }
    }

    private static LockState heldBy(String owner, int number) {
        Hold hold = new Hold(
                List.of(new HoldId(1, number)),
                Owner.of(owner).bound(List.of(ProcessTable.system().self())),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                Preset.OFFLINE.policy().lease(),
                "",
                "",
                true);
        return new LockState(List.of(hold), List.of(), null);
    }

    @Override
    public void close() {
        manager.close();
    }
}
