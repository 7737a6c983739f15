package dev.holdfast.internal.manager;

import dev.holdfast.Holds;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.storage.EndingHolds;
import dev.holdfast.internal.storage.ServerNotes;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.util.Optional;
import java.util.Set;

/** Makes the managers of this library. */
public final class Managers implements LockManager.Provider, StoreManagers {

    /** Manages the locks in a store. Closing the manager closes the store. */
    public static LockManager over(LockStore store, ManagerOptions options) {
        return new StoreLockManager(store, options);
    }

    /**
     * Returns a manager of locks that a server decides about: gives handles for them, and keeps them alive. It ignores the
     * policies of the options, since the server has its own. Closing the manager closes {@code locks}.
     */
    public static LockManager over(Locks locks, ManagerOptions options) {
        return new RemoteLockManager(locks, options);
    }

    /**
     * Acquires as {@link Holds#grant} does, and removes in the same step what is over in the store. This is for programs that are
     * the only ones to look after a store. A server does so by itself.
     */
    public static Grant grantAndTidy(LockManager manager, LockRequest request) throws InterruptedException {
        return manager instanceof StoreLockManager own
                ? own.grantAndTidy(request)
                : manager.holds().grant(request);
    }

    /** Returns what the store of a manager keeps besides locks; empty if it keeps no such thing, or a server has it. */
    public static <T> Optional<T> extension(LockManager manager, Class<T> type) {
        return manager instanceof StoreLockManager own ? own.extension(type) : Optional.empty();
    }

    /** Returns the notes of servers in the store of a manager; empty if a server has the store. */
    public static Optional<ServerNotes> serverNotes(LockManager manager) {
        return manager instanceof StoreLockManager own ? Optional.of(own.serverNotes()) : Optional.empty();
    }

    /** Returns the holds that end soon in the store of a manager; empty if a server has the store. */
    public static Optional<EndingHolds> endingHolds(LockManager manager) {
        return manager instanceof StoreLockManager own ? Optional.of(own.endingHolds()) : Optional.empty();
    }

    @Override
    public LockManager manage(LockStore store, ManagerOptions options) {
        return over(store, options);
    }

    @Override
    public Set<String> schemes() {
        return StoreProvider.allSchemes();
    }

    @Override
    public LockManager open(String address, ManagerOptions options) {
        return over(StoreProvider.openStore(address, options.wall()), options);
    }
}
