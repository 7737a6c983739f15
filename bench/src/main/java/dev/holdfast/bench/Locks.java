package dev.holdfast.bench;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Preset;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.Optional;
import java.util.ServiceLoader;

/** One store and a manager over it; closing it closes both. */
final class Locks implements AutoCloseable {
    private final LockStore store;
    private final LockManager manager;

    private Locks(LockStore store) {
        this.store = store;
        this.manager = Managers.over(store, ManagerOptions.DEFAULT);
    }

    /** Opens the store at an address; empty if there is no such kind of store. */
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

    /** Returns a task that acquires and releases a lock without contention. */
    Task pair(int thread) {
        String resource = "mine-" + thread;
        return () -> manager.acquire(resource).close();
    }

    /** Adds locks of other owners. */
    void addOthers(int count) {
        new Filler("other-", 1, Preset.OFFLINE.policy().lease()).fill(store, count);
    }

    LockStore store() {
        return store;
    }

    @Override
    public void close() {
        manager.close();
    }
}
