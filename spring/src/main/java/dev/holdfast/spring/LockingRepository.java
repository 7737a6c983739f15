package dev.holdfast.spring;

import dev.holdfast.LockRequest;
import dev.holdfast.rules.Mode;
import dev.holdfast.session.LockGuard;
import dev.holdfast.session.LockNotHeldException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The base of repositories that are written by hand: what it does not lock itself, its subclasses cannot reach without a check.
 *
 * @param <K> keys
 * @param <T> objects
 */
public abstract class LockingRepository<K, T> {
    private final String type;
    private @Nullable LockGuard guard;

    /**
     * One for resources of that type.
     *
     * @param type what stands before the key in the names of its locks: {@code policy} for {@code policy/42}
     */
    protected LockingRepository(String type) {
        this.type = type;
    }

    @Autowired
    final void guardedBy(LockGuard newGuard) {
        this.guard = newGuard;
    }

    protected abstract K keyOf(T object);

    /** Loads it, without any lock; null if there is none. */
    protected abstract @Nullable T load(K key);

    /** Saves it. Whoever calls has the lock. */
    protected abstract void save(T object);

    /** Removes it. Whoever calls has the lock. */
    protected abstract void remove(T object);

    /**
     * Begins to edit: locks, then loads.
     *
     * @throws dev.holdfast.LockUnavailableException if somebody else has it
     */
    public @Nullable T findForEdit(K key) {
        return guard().acquire(LockRequest.of(name(key)), () -> load(key));
    }

    /**
     * Saves what was found for edit.
     *
     * @throws LockNotHeldException if it was not
     */
    public void update(T object) {
        guard().require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        save(object);
    }

    /** Removes what was found for edit. */
    public void delete(T object) {
        guard().require(Mode.EXCLUSIVE, List.of(name(keyOf(object))));
        remove(object);
    }

    private String name(K key) {
        return type + "/" + key;
    }

    private LockGuard guard() {
        if (guard == null) {
            throw new IllegalStateException("A locking repository is a bean of Spring, which gives it its guard.");
        }
        return guard;
    }
}
