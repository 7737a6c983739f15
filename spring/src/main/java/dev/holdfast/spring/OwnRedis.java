package dev.holdfast.spring;

import dev.holdfast.spi.LockStore;

/** The Redis of the application, if it has one. */
interface OwnRedis {

    boolean there();

    /**
     * Opens a store for locks in it.
     *
     * @throws IllegalArgumentException with a sentence if it is of a kind that cannot have locks
     * @throws dev.holdfast.StoreException if it cannot be used
     */
    LockStore open();
}
