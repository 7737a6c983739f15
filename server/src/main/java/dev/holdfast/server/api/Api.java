package dev.holdfast.server.api;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockManager;
import dev.holdfast.server.access.Quotas;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All calls of the interface for programs. */
public final class Api {
    private Api() {}

    /**
     * Those about locks.
     *
     * @param present whether a caller is still signed in, asked again after something was granted
     * @param quotas what each signed-in user may have
     */
    public static List<Route> routes(
            LockManager locks, AsyncLocks async, Metrics metrics, Predicate<Caller> present, Quotas quotas) {
        return Stream.of(
                        new LockRoutes(locks, async, metrics, present, quotas).routes(),
                        new HoldRoutes(locks, async, metrics).routes(),
                        new HeartbeatRoutes(locks, async, metrics, quotas).routes(),
                        new DraftRoutes(locks).routes(),
                        new OwnerRoutes(locks, metrics).routes(),
                        new AdminRoutes(locks, metrics).routes(),
                        new HistoryRoutes(locks).routes(),
                        new HealthRoutes(locks, async).routes())
                .flatMap(List::stream)
                .toList();
    }
}
