package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/**
 * Loads and stores objects of one type.
 *
 * @param <K> their keys, which are part of the lock names
 * @param <T> the objects
 */
public interface Mapper<K, T> {
    K keyOf(T object);

    /** Returns the object, or null if there is none. */
    @Nullable
    T find(K key);

    void insert(T object);

    void update(T object);

    void delete(T object);
}
