package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/**
 * The four operations of a pessimistic offline lock, with the names of the literature. Use {@link CurrentLocks} in new code,
 * which finds the owner automatically. Both use the same locks.
 *
 * <p>A lockable id is the name of a resource: {@code policy/42}, or a number alone. Nothing ever waits.
 */
public interface OfflineLocks {

    /** Returns the same locks with these operations. */
    static OfflineLocks over(CurrentLocks locks) {
        return new OfflineLocksFacade(locks);
    }

    /**
     * Acquires a lock, or finds that the owner already holds it. If the owner is the {@link CurrentOwner}, others see its name.
     *
     * @throws ConcurrencyException immediately if another owner holds it; the message says who, since when and until when
     */
    void acquireLock(String lockableId, String ownerId, LockType type);

    /** Acquires a lock that excludes all others. */
    default void acquireLock(String lockableId, String ownerId) {
        acquireLock(lockableId, ownerId, LockType.EXCLUSIVE_WRITE);
    }

    /** Acquires a lock that excludes all others. */
    default void acquireLock(long lockableId, String ownerId) {
        acquireLock(Long.toString(lockableId), ownerId);
    }

    /** Releases a lock. Harmless if the owner does not hold it. */
    void releaseLock(String lockableId, String ownerId);

    /** Releases the lock of an owner. */
    default void releaseLock(long lockableId, String ownerId) {
        releaseLock(Long.toString(lockableId), ownerId);
    }

    /**
     * Releases all locks of an owner, after a save or a cancel. It may acquire others later. The end of an HTTP session also
     * ends the owner, so that requests under way cannot acquire any more.
     */
    void releaseAllLocksFor(String ownerId);

    /** Returns the owner, or null; if several share the lock, the first. */
    @Nullable
    String getLockOwner(String lockableId);

    /** Returns the owner of the lock, or null if it is free. */
    default @Nullable String getLockOwner(long lockableId) {
        return getLockOwner(Long.toString(lockableId));
    }

    /** Returns whether an owner holds the lock, in any mode. */
    boolean hasLock(String lockableId, String ownerId);
}
