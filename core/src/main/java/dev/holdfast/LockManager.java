package dev.holdfast;

import dev.holdfast.rules.Owner;
import dev.holdfast.store.LockStore;
import java.util.Collection;

/**
 * A manager that grants, keeps and releases locks. One manager per store and process is enough. Thread-safe.
 *
 * <p>Expected outcomes are values, or {@link LockUnavailableException}. Unexpected ones are a {@link
 * dev.holdfast.store.StoreException}, as described in {@link Locks}.
 */
public interface LockManager extends Locks {

    /** Opens a store by its address, such as {@code sqlite:locks.db}, with the policies of its preset. */
    static LockManager open(String address) {
        return open(address, ManagerOptions.USUAL);
    }

    /**
     * Opens a store by its address.
     *
     * @throws IllegalArgumentException if no store of that kind is at hand; the message says which are
     */
    static LockManager open(String address, ManagerOptions options) {
        Locks remote = Remotes.open(address);
        return remote == null ? over(Stores.open(address, options.wall()), options) : over(remote, options);
    }

    /** Manages the locks in a store that the caller opened. Closing the manager closes the store. */
    static LockManager over(LockStore store, ManagerOptions options) {
        return new StoreLockManager(store, options);
    }

    /**
     * Returns a manager of locks that a server decides about: gives handles for them, and keeps them alive. It ignores the
     * policies of the options, since the server has its own. Closing the manager closes {@code locks}.
     */
    static LockManager over(Locks locks, ManagerOptions options) {
        return new RemoteLockManager(locks, options);
    }

    /**
     * Acquires all resources or none, without waiting.
     *
     * @throws LockUnavailableException if a lock is not free; it names the holder
     */
    LockHandle acquire(String... resources);

    /** Acquires as requested, waiting if the request says so, or throws a {@link LockUnavailableException}. */
    LockHandle acquire(LockRequest request) throws InterruptedException;

    /** Acquires all resources or none, without waiting, or returns the reasons for the refusal. */
    Acquisition tryAcquire(String... resources);

    /** Acquires as requested, waiting if the request says so, or answers why not. */
    Acquisition tryAcquire(LockRequest request) throws InterruptedException;

    /**
     * Takes up holds by their receipts, in this process: they are renewed by themselves and bound to this process from now on.
     *
     * @throws LockLostException if one of them is not there any more
     */
    LockHandle attach(Collection<Receipt> receipts);

    /**
     * Returns whom this manager stands for: the owner it was given, or this process. A request that names no owner acquires for
     * the owner that was given, or else for one of its own under the same name.
     */
    Owner owner();

    /**
     * Releases what its handles still hold, stops renewing, and closes the store. Callers that wait for a lock leave the queue and
     * get an {@link IllegalStateException}, as does every later call that acquires. Calls under way are waited for, for 10 s at
     * most; what they are granted meanwhile is released.
     */
    @Override
    void close();
}
