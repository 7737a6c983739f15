package dev.holdfast.session;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Implements the four operations with {@link OwnerLocks}. */
final class OfflineLocksFacade implements OfflineLocks {
    private final OwnerLocks locks;

    OfflineLocksFacade(CurrentLocks locks) {
        this.locks = locks.owners();
    }

    @Override
    public void acquireLock(String lockableId, String ownerId, LockType type) {
        try {
            locks.acquire(source(ownerId), type.request(lockableId));
        } catch (LockUnavailableException e) {
            throw new ConcurrencyException(e.getMessage(), e);
        }
    }

    /** Returns the current owner's source if it has this id, so that its name is shown and its session's end counts. */
    private static OwnerSource source(String ownerId) {
        OwnerSource current = CurrentOwner.source();
        Owner known = current == null ? null : current.known();
        return known != null && known.id().equals(ownerId)
                ? Objects.requireNonNull(current)
                : OwnerSource.of(Owner.of(ownerId));
    }

    @Override
    public void releaseLock(String lockableId, String ownerId) {
        locks.release(ownerId, List.of(lockableId));
    }

    @Override
    public void releaseAllLocksFor(String ownerId) {
        locks.release(ownerId, locks.held(ownerId));
    }

    @Override
    public @Nullable String getLockOwner(String lockableId) {
        return owners(lockableId).findFirst().orElse(null);
    }

    @Override
    public boolean hasLock(String lockableId, String ownerId) {
        return owners(lockableId).anyMatch(ownerId::equals);
    }

    private Stream<String> owners(String lockableId) {
        return locks.look(lockableId).holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(judged -> judged.hold().owner().id());
    }
}
