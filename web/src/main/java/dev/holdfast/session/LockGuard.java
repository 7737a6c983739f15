package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Mode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Acquires and checks locks for code that does not do so itself, such as mappers and annotations. Can report a missing lock
 * instead of refusing. Thread-safe.
 */
public final class LockGuard {
    private static final Logger LOG = System.getLogger(LockGuard.class.getName());

    private final CurrentLocks locks;
    private final LockMeters meters;
    private final boolean reportOnly;

    /** Guards objects by these locks, or only reports where a lock is missing. */
    public LockGuard(CurrentLocks locks, LockMeters meters, boolean reportOnly) {
        this.locks = locks;
        this.meters = meters;
        this.reportOnly = reportOnly;
    }

    /** Acquires locks before data is read or edited. Returns null if they were refused and only reported. */
    public @Nullable Grant acquire(LockRequest request) {
        try {
            return locks.grant(request);
        } catch (LockUnavailableException e) {
            report(e);
        } catch (IllegalStateException e) {
            report(e); // there is no current owner
        }
        return null;
    }

    /** Releases locks of a grant after work that failed. A transaction that rolls back does so by itself. */
    public void abandon(@Nullable Grant grant) {
        if (grant != null) {
            locks.owners().abandon(grant);
        }
    }

    /** Releases locks of a grant after work that failed later, also in a transaction that goes on. */
    public void undo(@Nullable Grant grant) {
        if (grant != null) {
            locks.owners().undo(grant);
        }
    }

    /**
     * Acquires a lock, then loads the data that it protects. If loading fails or finds nothing, the lock is released, also in a
     * transaction that goes on.
     */
    public <T> @Nullable T acquire(LockRequest request, Supplier<@Nullable T> load) {
        Grant grant = acquire(request);
        boolean failed = true;
        T found = null;
        try {
            found = load.get();
            failed = false;
            return found;
        } finally {
            if (failed) {
                abandon(grant);
            } else if (found == null && grant != null) {
                locks.owners().undo(grant);
            }
        }
    }

    /** Checks locks before data is changed. */
    public void require(Mode mode, List<String> resources) {
        try {
            locks.require(mode, resources);
        } catch (LockNotHeldException e) {
            forgotten(e);
        }
    }

    /**
     * Checks all locks in one trip before data is changed.
     *
     * @return the holds by resource; incomplete if a missing lock was only reported
     */
    public Map<String, Hold> require(Set<String> resources) {
        try {
            return locks.required(resources);
        } catch (LockNotHeldException e) {
            forgotten(e);
            return Map.of();
        }
    }

    /**
     * Checks that this transaction acquired, or found to be held, at least one lock of a type. For statements whose rows are
     * unknown. Does not read the store.
     *
     * @param what what is about to happen, as the beginning of a sentence
     */
    public void requireAny(String type, String what) {
        if (!heldHere(type)) {
            forgotten(new LockNotHeldException(
                    type,
                    what + ", and nothing of " + type + "/ was locked in this transaction: call CurrentLocks.require(\""
                            + type + "/…\") in the same transaction before."));
        }
    }

    /** Refuses to use data whose lock cannot be checked, or reports it. The sentence says what to do instead. */
    public void refuse(String resource, String sentence) {
        forgotten(new LockNotHeldException(resource, sentence));
    }

    private boolean heldHere(String type) {
        return locks.heldHere().stream().anyMatch(name -> name.startsWith(type + "/"));
    }

    /** Returns whether this thread's transaction has acquired these locks, or found them held. Does not read the store. */
    public boolean heldHere(Set<String> resources) {
        return locks.heldHere().containsAll(resources);
    }

    private void forgotten(LockNotHeldException refusal) {
        meters.forgotten();
        report(refusal);
    }

    private void report(RuntimeException refusal) {
        if (!reportOnly) {
            throw refusal;
        }
        LOG.log(Level.WARNING, "A missing lock was only reported, as configured:  " + refusal.getMessage());
    }
}
