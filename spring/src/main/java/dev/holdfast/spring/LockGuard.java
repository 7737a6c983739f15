package dev.holdfast.spring;

import dev.holdfast.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.rules.Mode;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Takes and checks locks where nobody asked for it in so many words; may only report what it would refuse. */
final class LockGuard {
    private static final Log LOG = LogFactory.getLog(LockGuard.class);

    private final CurrentLocks locks;
    private final LockMeters meters;
    private final boolean reportOnly;

    LockGuard(CurrentLocks locks, LockMeters meters, boolean reportOnly) {
        this.locks = locks;
        this.meters = meters;
        this.reportOnly = reportOnly;
    }

    /** Takes them before something is read or edited. Null if that was refused and only reported. */
    @Nullable
    Grant acquire(LockRequest request) {
        try {
            return locks.taken(request);
        } catch (LockUnavailableException e) {
            report(e);
        } catch (IllegalStateException e) {
            report(e); // nobody acts here
        }
        return null;
    }

    /** Gives back what was taken for something that failed. */
    void abandon(@Nullable Grant grant) {
        if (grant != null) {
            locks.abandon(grant);
        }
    }

    /** Checks them before something is changed. */
    void require(Mode mode, List<String> resources) {
        try {
            locks.require(mode, resources);
        } catch (LockNotHeldException e) {
            meters.forgotten();
            report(e);
        }
    }

    private void report(RuntimeException refusal) {
        if (!reportOnly) {
            throw refusal;
        }
        LOG.warn("Let through, since holdfast.report-only is set: " + refusal.getMessage());
    }
}
