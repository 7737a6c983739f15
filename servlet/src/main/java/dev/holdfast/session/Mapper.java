package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/**
 * Brings objects of one type from and to where they are kept.
 *
 * @param <K> their keys, whose text stands in the names of their locks
 * @param <T> the objects
 */
public interface Mapper<K, T> {
    K keyOf(T object);

    /** The object, or null if there is none. */
    @Nullable
    T find(K key);

    void insert(T object);

    void update(T object);

    void delete(T object);
}
