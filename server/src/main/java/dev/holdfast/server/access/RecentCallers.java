package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A short-lived cache of callers, so that not every request reads the store. A revocation counts when an entry expires. */
final class RecentCallers {
    private static final long MOMENT_NANOS = Duration.ofSeconds(3).toNanos();
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Visit> visits = new ConcurrentHashMap<>();

    /** A caller, and when it was authenticated. */
    private record Visit(Caller caller, long at) {
        boolean isFresh() {
            return System.nanoTime() - at < MOMENT_NANOS;
        }
    }

    /** Returns the caller; null if its entry has expired. */
    @Nullable
    Caller get(String name) {
        Visit visit = visits.get(name);
        return visit != null && visit.isFresh() ? visit.caller() : null;
    }

    /** @param at when the lookup began, not when it was answered: it may have been revoked in between */
    void put(String name, Caller caller, long at) {
        if (visits.size() >= MAX_REMEMBERED) {
            visits.values().removeIf(visit -> !visit.isFresh());
        }
        if (visits.size() < MAX_REMEMBERED) {
            visits.put(name, new Visit(caller, at));
        }
    }

    void forget(String name) {
        visits.remove(name);
    }
}
