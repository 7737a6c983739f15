package dev.holdfast.session;

import org.jspecify.annotations.Nullable;

/**
 * The four operations of a pessimistic offline lock, in the words of its literature, for code that is written in them. The
 * ordinary way is {@link CurrentLocks}, which knows the owner by itself; both see the same locks.
 *
 * <p>A lockable id is the name of a resource: {@code policy/42}, or a number alone. Nothing ever waits.
 */
public interface OfflineLocks {

    /** The same locks in these words. */
    static OfflineLocks over(CurrentLocks locks) {
        return new OfflineLocksFacade(locks);
    }

    /**
     * Takes it, or finds that the owner has it already. If the owner is the {@link CurrentOwner}, others see its name.
     *
     * @throws ConcurrencyException at once if somebody else has it; the message says who, since when and until when
     */
    void acquireLock(String lockableId, String ownerId, LockType type);

    default void acquireLock(String lockableId, String ownerId) {
        acquireLock(lockableId, ownerId, LockType.EXCLUSIVE_WRITE);
    }

    default void acquireLock(long lockableId, String ownerId) {
        acquireLock(Long.toString(lockableId), ownerId);
    }

    /** Gives it back. Harmless if the owner does not have it. */
    void releaseLock(String lockableId, String ownerId);

    default void releaseLock(long lockableId, String ownerId) {
        releaseLock(Long.toString(lockableId), ownerId);
    }

    /**
     * Gives back all that the owner has, after a save or a cancel: it may take others later. The end of an HTTP session does more,
     * and by itself: it ends the owner, so that what is under way gets nothing.
     */
    void releaseAllLocksFor(String ownerId);

    /** Who has it, or null; of several who share it, the first. */
    @Nullable
    String getLockOwner(String lockableId);

    default @Nullable String getLockOwner(long lockableId) {
        return getLockOwner(Long.toString(lockableId));
    }

    /** Whether that owner has it, in whatever mode. */
    boolean hasLock(String lockableId, String ownerId);
}
