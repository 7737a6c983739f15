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
                        new Locks(locks, async, metrics, present, quotas).routes(),
                        new Holds(locks, async, metrics).routes(),
                        new Beats(locks, async, metrics, quotas).routes(),
                        new DraftCalls(locks).routes(),
                        new Owners(locks, metrics).routes(),
                        new Admin(locks, metrics).routes(),
                        new Past(locks).routes(),
                        new Health(locks, async).routes())
                .flatMap(List::stream)
                .toList();
    }
}
