package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Releases by force, for every kind of call. */
record ForcedRelease(LockManager locks, Metrics metrics) {
    /** Throws a {@link Problem} unless the caller may do it. */
    void require(Caller caller, String resource) {
        if (!locks.admin().policy(resource).forceByAnyone()) {
            caller.require(Caller.Role.ADMIN, resource);
        }
        caller.require(Caller.Role.EDITOR, resource);
    }

    /**
     * Ends the hold with that fence, or every hold.
     *
     * @param fence null for every hold
     */
    List<Hold> release(String resource, @Nullable Long fence, String actor, String reason) {
        if (reason.isBlank()) {
            throw Problem.invalid("'reason' must be given: the holder is shown it, and the history keeps it.");
        }
        List<Hold> released = metrics.timed(
                "force",
                () -> fence == null
                        ? locks.admin().forceRelease(resource, actor, reason)
                        : locks.admin().forceRelease(resource, fence, actor, reason));
        metrics.forced(resource, released);
        return released;
    }
}
