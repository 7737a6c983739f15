package dev.holdfast.integration;

import dev.holdfast.LockManager;
import dev.holdfast.juc.HoldfastLock;
import dev.holdfast.juc.HoldfastLocks;
import java.util.Objects;
import org.springframework.integration.support.locks.ExpirableLockRegistry;

/**
 * A lock registry of Spring Integration over the locks of a manager. The locks are those of {@link HoldfastLocks}: they belong to
 * the thread that locked them, and renew themselves. Thread-safe.
 */
public final class HoldfastLockRegistry implements ExpirableLockRegistry<HoldfastLock> {
    private final HoldfastLocks locks;
    private final String prefix;

    /** Makes a registry whose keys are the names of locks. The caller closes the manager. */
    public HoldfastLockRegistry(LockManager manager) {
        this(manager, "");
    }

    /** Makes a registry that puts that prefix before each key, so that it shares no lock with others. */
    public HoldfastLockRegistry(LockManager manager, String prefix) {
        this.locks = HoldfastLocks.of(manager);
        this.prefix = Objects.requireNonNull(prefix);
    }

    /**
     * Returns the lock of a key. Its name is the key's text, so a key must have the same text on all nodes.
     *
     * @throws IllegalArgumentException if a lock cannot have that name
     */
    @Override
    public HoldfastLock obtain(Object lockKey) {
        return locks.lock(prefix + lockKey);
    }

    /** Does nothing: a lock that is not held is not kept. */
    @Override
    public void expireUnusedOlderThan(long age) {}
}
