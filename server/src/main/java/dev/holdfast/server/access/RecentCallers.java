package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who came in a moment ago, so that the store is not asked for each request. Revoking acts when the moment is over. */
final class RecentCallers {
    private static final long MOMENT_NANOS = Duration.ofSeconds(3).toNanos();
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Visit> visits = new ConcurrentHashMap<>();

    /** Somebody, and when that was found out. */
    private record Visit(Caller caller, long at) {
        boolean isFresh() {
            return System.nanoTime() - at < MOMENT_NANOS;
        }
    }

    /** Null if it is too long ago. */
    @Nullable
    Caller get(String name) {
        Visit visit = visits.get(name);
        return visit != null && visit.isFresh() ? visit.caller() : null;
    }

    /** @param at when it was asked, not when it was answered: meanwhile it may have been revoked */
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
