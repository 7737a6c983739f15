package dev.holdfast.store;

import java.time.InstantSource;
import java.util.Set;

/** Opens the stores of some address schemes. Found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** Returns the schemes it opens, such as {@code sqlite}. */
    Set<String> schemes();

    /**
     * Opens a store.
     *
     * @param address the whole address, scheme included
     * @param clock the time, for stores without a clock of their own
     * @throws IllegalArgumentException if the address makes no sense; the message shows one that does
     * @throws StoreException if there is no such store or it cannot be used
     */
    LockStore open(String address, InstantSource clock);
}
