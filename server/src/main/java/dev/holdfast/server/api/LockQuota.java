package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.server.access.Quotas;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many locks each user has, as far as this server has to know. The store is asked only when the locks counted there, and
 * those asked for here since, could exceed the quota: most requests cost nothing. Several servers count apart. Thread-safe.
 */
final class LockQuota {
    private static final int MAX_USERS = 10_000;

    private final LockManager locks;
    private final Quotas quotas;
    private final Map<String, Integer> max = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MAX_USERS;
        }
    };

    LockQuota(LockManager locks, Quotas quotas) {
        this.locks = locks;
        this.quotas = quotas;
    }

    /** Counts so many more, if the caller may have them for all that is known here; false if {@link #require} must find out. */
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

    /** Throws a {@link Problem} if the caller would have too many. May block. */
    void require(Caller caller, int more) {
        int quota = quotas.of(caller).locks();
        int there = locks.listOfUser(caller.name()).size();
        if (there + more > quota) {
            throw Quotas.exceeded("locks", quota);
        }
        synchronized (max) {
            max.put(caller.name(), there + more);
        }
    }
}
