package dev.holdfast.spring;

import dev.holdfast.store.LockStore;

/** The Redis that the application uses already, if it has one. */
interface OwnRedis {

    boolean there();

    /**
     * Opens the locks in it.
     *
     * @throws IllegalArgumentException with a sentence if it is not of a kind that can have them
     * @throws dev.holdfast.store.StoreException if it cannot be used
     */
    LockStore open();
}
