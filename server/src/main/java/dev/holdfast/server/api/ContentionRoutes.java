package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.api.RecentDecisions.Decision;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Veil;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The call that shows where callers get in each other's way. It counts only what the caller may see anyway: events of its
 * history, and decisions about resources whose holders are open to it.
 */
record ContentionRoutes(LockManager locks, RecentDecisions decisions) {
    private static final int HOUR = 3_600;
    private static final int WEEK = 7 * 24 * HOUR;
    private static final int MAX_EVENTS = 10_000;

    List<Route> routes() {
        return List.of(Route.get("/v1/contention", this::contention).needingMuch());
    }

    private Answer contention(Request request) {
        Veil veil = new Veil(locks, request.caller());
        String prefix = request.query("prefix");
        int period = request.count("period", HOUR, WEEK);
        List<HistoryEntry> past =
                new VisibleHistory(locks, veil, HistoryPlace.NEWEST).newest(new HistoryQuery(prefix, null, MAX_EVENTS));
        List<LockView> held = longestHeld(prefix, veil);
        Instant now = held.isEmpty() ? Instant.now() : held.get(0).asOf();
        Instant from = now.minusSeconds(period);
        Contention counted = new Contention(veil, from, now);
        for (Decision decision : decisions.after(from)) {
            String resource = decision.resource();
            if (resource.startsWith(prefix) && veil.sees(resource) && veil.privacy(resource) == Privacy.OPEN) {
                counted.add(decision);
            }
        }
        past.forEach(counted::add);
        held.forEach(counted::add);
        return Answer.ok(new JsonAnswer()
                .with("from", Instants.write(from))
                .with("to", Instants.write(now))
                .with("decisionsFrom", Instants.write(latest(from, decisions.complete())))
                .with("hottest", counted.hottest())
                .with("waits", counted.waits())
                .with("refusals", counted.refusals())
                .with("longest", counted.longest())
                .with("series", counted.series())
                .tree());
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Returns the locks that have been held for the longest time, as far as the caller may know. */
    private List<LockView> longestHeld(String prefix, Veil veil) {
        LockFilter filter = new LockFilter(veil, "", "", "");
        LockOrder.First first = new LockOrder.First(LockOrder.SINCE, filter, null, Contention.LISTED);
        LockPages.each(locks, LockQuery.ALL.prefix(prefix), view -> {
            if (filter.matches(view)) {
                first.add(view);
            }
            return true;
        });
        return new ArrayList<>(first.sorted());
    }
}
