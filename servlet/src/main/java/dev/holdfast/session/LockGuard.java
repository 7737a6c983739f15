package dev.holdfast.session;

import dev.holdfast.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Mode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes and checks locks where nobody asked for it in so many words; may only report what it would refuse. For those who
 * add a way of their own by which nobody can forget a lock. Thread-safe.
 */
public final class LockGuard {
    private static final Logger LOG = System.getLogger(LockGuard.class.getName());

    private final CurrentLocks locks;
    private final LockMeters meters;
    private final boolean reportOnly;

    public LockGuard(CurrentLocks locks, LockMeters meters, boolean reportOnly) {
        this.locks = locks;
        this.meters = meters;
        this.reportOnly = reportOnly;
    }

    /** Takes them before something is read or edited. Null if that was refused and only reported. */
    public @Nullable Grant acquire(LockRequest request) {
        try {
            return locks.grant(request);
        } catch (LockUnavailableException e) {
            report(e);
        } catch (IllegalStateException e) {
            report(e); // nobody acts here
        }
        return null;
    }

    /** Gives back what was taken for something that failed. A transaction that rolls back does so by itself. */
    public void abandon(@Nullable Grant grant) {
        if (grant != null) {
            locks.owners().abandon(grant);
        }
    }

    /**
     * Takes it, then loads what it protects. If that fails or is not there, what was taken for it is given back, in a
     * transaction that goes on too.
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

    /** Checks them before something is changed. */
    public void require(Mode mode, List<String> resources) {
        try {
            locks.require(mode, resources);
        } catch (LockNotHeldException e) {
            forgotten(e);
        }
    }

    /**
     * Checks all of them at once before something is changed, in one trip.
     *
     * @return what is held, by resource; less than that if it was only reported
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
     * Checks that something was locked, before what nobody can look into changes things of that type: in this transaction
     * at least one of them was taken, or found to be held. Asks nobody.
     *
     * @param what is about to happen, as the beginning of a sentence
     */
    public void requireAny(String type, String what) {
        if (!heldHere(type)) {
            forgotten(new LockNotHeldException(
                    type,
                    what + ", and nothing of " + type + "/ was locked in this transaction: call CurrentLocks.require(\""
                            + type + "/…\") in the same transaction before."));
        }
    }

    private boolean heldHere(String type) {
        return locks.heldHere().stream().anyMatch(name -> name.startsWith(type + "/"));
    }

    /** Whether it was taken, or found to be held, in the transaction of this thread. Asks nobody. */
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
        LOG.log(Level.WARNING, "Let through, since what is missing is only reported here: " + refusal.getMessage());
    }
}
