package dev.holdfast.spring;

import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.session.LockGuard;
import dev.holdfast.session.LockNotHeldException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Base class of hand-written repositories, which acquires and checks locks.
 *
 * @param <K> keys
 * @param <T> objects
 */
public abstract class LockingRepository<K, T> {
    private final String type;
    private @Nullable LockGuard guard;

    /**
     * Creates a repository for resources of a type.
     *
     * @param type the prefix of its lock names: {@code policy} for {@code policy/42}
     */
    protected LockingRepository(String type) {
        this.type = type;
    }

    @Autowired
    final void guardedBy(LockGuard newGuard) {
        this.guard = newGuard;
    }

    /** Returns the key of an object. */
    protected abstract K keyOf(T object);

    /** Loads an object without a lock; null if there is none. */
    protected abstract @Nullable T load(K key);

    /** Saves an object. The lock was checked before. */
    protected abstract void save(T object);

    /** Removes an object. The lock was checked before. */
    protected abstract void remove(T object);

    /**
     * Finds an object for editing: locks it, then loads it.
     *
     * @throws dev.holdfast.LockUnavailableException if another owner holds the lock
     */
    public @Nullable T findForEdit(K key) {
        return guard().acquire(LockRequest.of(name(key)), () -> load(key));
    }

    /**
     * Saves an object that was found for editing.
     *
     * @throws LockNotHeldException if it was not locked
     */
    public void update(T object) {
        guard().require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        save(object);
    }

    /** Removes an object that was found for editing. */
    public void delete(T object) {
        guard().require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        remove(object);
    }

    private String name(K key) {
        return type + "/" + key;
    }

    private LockGuard guard() {
        if (guard == null) {
            throw new IllegalStateException(
                    "A locking repository must be a Spring bean, so that its guard is injected.");
        }
        return guard;
    }
}
