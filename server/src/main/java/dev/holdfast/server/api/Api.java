package dev.holdfast.server.api;

import dev.holdfast.AsyncLocks;
import dev.holdfast.LockManager;
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
     */
    public static List<Route> routes(LockManager locks, AsyncLocks async, Metrics metrics, Predicate<Caller> present) {
        return Stream.of(
                        new Locks(locks, async, metrics, present).routes(),
                        new Holds(locks, async, metrics).routes(),
                        new Beats(locks, async, metrics).routes(),
                        new DraftCalls(locks).routes(),
                        new Owners(locks, metrics).routes(),
                        new Admin(locks, metrics).routes(),
                        new Past(locks).routes(),
                        new Health(locks).routes())
                .flatMap(List::stream)
                .toList();
    }
}
