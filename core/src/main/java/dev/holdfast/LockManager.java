package dev.holdfast;

import dev.holdfast.internal.base.Services;
import dev.holdfast.internal.base.StoreLocation;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A manager that grants, keeps and releases locks. One manager per store and process is enough. Thread-safe.
 *
 * <p>Expected outcomes are values, or {@link LockUnavailableException}. Unexpected ones are a {@link
 * StoreException}: the store could not be reached or written, and nothing was changed. If it is an {@link
 * OutcomeUnknownException}, the outcome of the change could not be found out.
 */
public interface LockManager extends AutoCloseable {

    /**
     * Opens the locks at an address, such as {@code sqlite:locks.db} or the address of a server, with the policies of the
     * store's preset.
     */
    static LockManager open(String address) {
        return open(address, ManagerOptions.DEFAULT);
    }

    /**
     * Opens the locks at an address.
     *
     * @throws IllegalArgumentException if nothing on the class path opens such an address; the message says what can be opened
     */
    static LockManager open(String address, ManagerOptions options) {
        return Provider.forAddress(address).open(address, options);
    }

    /**
     * Acquires all resources or none, without waiting, for {@linkplain ManagerOptions#owner the owner that the manager was given}.
     * Without one, each call has an owner of its own: it does not enter a lock again that the same thread or process holds.
     *
     * @throws LockUnavailableException if a lock is not free; it names the holder
     */
    LockHandle acquire(String... resources);

    /**
     * Acquires as requested, waiting if the request says so. A request whose owner already holds a lock enters it again, from any
     * thread or process. The lock is free when each such handle has been closed.
     *
     * @throws LockUnavailableException if a lock is not granted; it names the holder
     */
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
     * Returns a new owner with an id of its own, bound to this process: for a job, or other work that ends with its process.
     * Every call returns another owner, and any two of them exclude each other, on all nodes. Their locks are free when the process
     * has ended, also if it was killed. The owner enters its own locks again, from any thread. Others see the name of the owner
     * that the manager was given, or that of this process; {@link Owner#named} gives it another.
     */
    Owner newOwner();

    /** Returns one resource with its holders, their times and its queue. */
    LockView view(String resource);

    /** Returns all resources with a name of that prefix that are held or waited for, in the order of their names. */
    List<LockView> list(String prefix);

    /**
     * Tells of every change of resources with a name of that prefix: first all as they are, then each that changed, as it is
     * then. States in between may be skipped, the last one never. The listener is called by one thread at a time.
     */
    Subscription listen(String prefix, Consumer<LockView> listener);

    /** Returns the operations on holds by their receipts, for programs that act on behalf of a holder elsewhere. */
    Holds holds();

    /** Returns the texts that were written under locks. */
    Drafts drafts();

    /** Returns the operations on the locks of others and on the store as a whole. */
    LockAdmin admin();

    /**
     * Releases what its handles still hold, stops renewing, and closes the store. Callers that wait for a lock leave the queue and
     * get an {@link IllegalStateException}, as does every later call that acquires. Calls under way are waited for, for 10 s at
     * most; what they are granted meanwhile is released.
     */
    @Override
    void close();

    /** Opens lock managers for some address schemes: those of stores, or of a server. Found by {@link java.util.ServiceLoader}. */
    interface Provider {
        /** Returns the schemes of its addresses, without the colon. */
        Set<String> schemes();

        /**
         * Opens the locks at an address.
         *
         * @throws IllegalArgumentException if the address cannot be right
         * @throws StoreException if there is no such store or it cannot be used
         */
        LockManager open(String address, ManagerOptions options);

        /**
         * Returns the provider for that address.
         *
         * @throws IllegalArgumentException if there is none; the message lists the schemes that can be opened
         */
        static Provider forAddress(String address) {
            String scheme = StoreLocation.of(address).scheme();
            TreeSet<String> known = new TreeSet<>();
            for (Provider provider : Services.of(Provider.class)) {
                if (provider.schemes().contains(scheme)) {
                    return provider;
                }
                known.addAll(provider.schemes());
            }
            if (Set.of("http", "https", "unix").contains(scheme)) {
                throw new IllegalArgumentException(
                        "To ask a server, add dev.holdfast:holdfast-client to the class path.");
            }
            throw StoreLocation.unknown(address, known);
        }
    }

    /**
     * The properties of a store that a manager and its users should know.
     *
     * @param address how to open it again, without secrets
     * @param preset the rules that apply unless others are configured
     * @param oneProcess whether only this process can see it
     * @param needsProcess whether a hold must be bound to a process, since nothing else would ever end it
     * @param foreignWriters whether other programs write to it by hand, so that a hold can vanish at any time
     */
    record StoreTraits(
            String address, Preset preset, boolean oneProcess, boolean needsProcess, boolean foreignWriters) {}
}
