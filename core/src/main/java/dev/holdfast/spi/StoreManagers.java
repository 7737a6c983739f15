package dev.holdfast.spi;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.base.Services;

/** Makes managers of the locks in stores that the caller opened. */
public interface StoreManagers {

    /** Manages the locks in a store that the caller opened. Closing the manager closes the store. */
    static LockManager over(LockStore store, ManagerOptions options) {
        return Services.of(StoreManagers.class).iterator().next().manage(store, options);
    }

    /** Does what {@link #over} says. */
    LockManager manage(LockStore store, ManagerOptions options);
}
