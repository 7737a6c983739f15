package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.options.Quotas;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The calls of the HTTP API. */
public final class Api {
    private Api() {}

    /**
     * Returns the routes for locks.
     *
     * @param present tests whether a caller is still signed in, after a grant
     * @param quotas the quotas of signed-in users
     */
    public static List<Route> routes(
            LockManager locks, AsyncGrants async, Metrics metrics, Predicate<Caller> present, Quotas quotas) {
        LateTries tries = new LateTries();
        LockQuota holdings = new LockQuota(locks, async, quotas);
        return Stream.of(
                        new LockRoutes(locks, async, metrics, present, holdings, tries).routes(),
                        new ListRoutes(locks, metrics).routes(),
                        new ContentionRoutes(locks, metrics.decisions()).routes(),
                        new HoldRoutes(locks, async, metrics, tries).routes(),
                        new HeartbeatRoutes(locks, async, metrics, quotas).routes(),
                        new DraftRoutes(locks).routes(),
                        new LeftDraftRoutes(locks).routes(),
                        new RequestRoutes(locks, metrics, holdings).routes(),
                        new AnswerRoutes(locks, metrics).routes(),
                        new OwnerRoutes(locks, metrics, quotas).routes(),
                        new AdminRoutes(locks, metrics).routes(),
                        new HistoryRoutes(locks).routes(),
                        new HealthRoutes(locks, async).routes())
                .flatMap(List::stream)
                .toList();
    }
}
