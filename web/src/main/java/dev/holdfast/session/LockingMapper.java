package dev.holdfast.session;

import dev.holdfast.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mapper that guards another one with locks. Reading for edit acquires the lock first; if readers lock too, so does every
 * read. Changes only check the lock. Created by {@link LockingMapperRegistry}.
 */
public final class LockingMapper<K, T> implements Mapper<K, T> {
    private final String type;
    private final Mapper<K, T> behind;
    private final LockType lock;
    private final LockGuard guard;

    LockingMapper(String type, Mapper<K, T> behind, LockType lock, LockGuard guard) {
        this.type = type;
        this.behind = behind;
        this.lock = lock;
        this.guard = guard;
    }

    @Override
    public K keyOf(T object) {
        return behind.keyOf(object);
    }

    /** Finds an object. Locks it first, unless the type is {@link LockType#EXCLUSIVE_WRITE}. */
    @Override
    public @Nullable T find(K key) {
        return lock == LockType.EXCLUSIVE_WRITE ? behind.find(key) : locked(key, lock);
    }

    /**
     * Finds an object for editing: locks it, then loads it.
     *
     * @throws dev.holdfast.LockUnavailableException if another owner holds the lock
     */
    public @Nullable T findForEdit(K key) {
        return locked(key, lock.editing());
    }

    private @Nullable T locked(K key, LockType type) {
        return guard.acquire(type.request(name(key)), () -> behind.find(key));
    }

    /** Inserts a new object, which needs no lock. */
    @Override
    public void insert(T object) {
        behind.insert(object);
    }

    @Override
    public void update(T object) {
        guard.require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        behind.update(object);
    }

    @Override
    public void delete(T object) {
        guard.require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        behind.delete(object);
    }

    private String name(K key) {
        return type + "/" + key;
    }
}
