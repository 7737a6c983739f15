package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/**
 * Loads and stores objects of one type.
 *
 * @param <K> their keys, which are part of the lock names
 * @param <T> the objects
 */
public interface Mapper<K, T> {
    /** Returns the key of an object. */
    K keyOf(T object);

    /** Returns the object, or null if there is none. */
    @Nullable
    T find(K key);

    /** Adds the object. */
    void insert(T object);

    /** Writes the object over the one with its key. */
    void update(T object);

    /** Deletes the object. */
    void delete(T object);
}
