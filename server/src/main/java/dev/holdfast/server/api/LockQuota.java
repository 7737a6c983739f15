package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import java.util.Map;

/**
 * Enforces the quota of locks per user. The store is read only if the locks that were counted there, and the requests since,
 * could exceed the quota, so most requests cost nothing. Several servers count separately. Thread-safe.
 */
final class LockQuota {
    private static final int MAX_USERS = 10_000;

    /** For each lock that a user may have, so many may end by themselves within a day. */
    private static final int ENDED = 10;

    private final LockManager locks;
    private final AsyncGrants async;
    private final Quotas quotas;
    private final Map<String, Integer> max = new RecentMap<>(MAX_USERS);

    LockQuota(LockManager locks, AsyncGrants async, Quotas quotas) {
        this.locks = locks;
        this.async = async;
        this.quotas = quotas;
    }

    /** Counts more locks if they are certainly within the quota. Returns false if {@link #require} must find out. */
    boolean allow(Caller caller, int more) {
        int quota = quotas.of(caller).locks();
        if (quota == 0) {
            return true;
        }
        synchronized (max) {
            Integer known = max.get(caller.name());
            if (known == null || known + more > quota) {
                return false;
            }
            max.put(caller.name(), known + more);
            return true;
        }
    }

    /** Returns how many records of ended holds, and of ended owners, the store may keep for a user; 0 for any number. */
    static int mostEnded(Quota quota) {
        return (int) Math.min(Integer.MAX_VALUE, (long) ENDED * quota.locks());
    }

    /** The store remembers for a day why each hold was lost: a user that releases nothing could fill it. */
    private void requireReleases(Caller caller) {
        int most = mostEnded(quotas.of(caller));
        if (async.losses(caller.name(), most) >= most) {
            throw Problem.quota("Within a day at most " + most
                            + " locks of yours may end by themselves. Release what you acquire, or try again later.")
                    .header("Retry-After", "600");
        }
    }

    /** Throws a {@link Problem} unless the caller may have one more lock. May block. */
    void requireOne(Caller caller) {
        if (!allow(caller, 1)) {
            require(caller, 1);
        }
    }

    /** Throws a {@link Problem} if the caller would have too many locks. May block. */
    void require(Caller caller, int more) {
        int quota = quotas.of(caller).locks();
        int there = locks.holds().listByUser(caller.name()).size();
        if (there + more > quota) {
            throw Quotas.exceeded("locks", quota);
        }
        requireReleases(caller);
        synchronized (max) {
            max.put(caller.name(), there + more);
        }
    }
}
