package dev.holdfast.internal.manager;

/**
 * The steps of a manager around a request that waits without a thread. They run on threads that may block.
 *
 * @param <D> the decision about the request
 * @param <T> the answer to the caller
 */
interface AsyncCall<D, T> {
    /** Prepares the request. */
    default void begin() {}

    /** Returns whether the answer is a handle, whose holds the manager renews. */
    default boolean renews() {
        return false;
    }

    /** Returns the answer to a request that is decided. */
    T end(D decided);

    /** Cleans up after a request that ended without an answer. */
    default void failed(Throwable why) {}
}
