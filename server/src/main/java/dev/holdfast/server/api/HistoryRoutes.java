package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.util.List;

/** The call that reads the history. */
record HistoryRoutes(LockManager locks) {
    private static final int MAX_LISTED = 10_000;
    private static final int MAX_READ = 100_000;

    List<Route> routes() {
        return List.of(Route.get("/v1/history", this::history).needingMuch());
    }

    /** Returns whether the caller may see an event. Its time reveals as much as its owner: not those of hidden holds. */
    private static boolean isFor(Veil veil, HistoryEntry past) {
        String resource = past.event().resource();
        return veil.sees(resource) && veil.privacy(resource, past.event().hold().owner()) == Privacy.OPEN;
    }

    private Answer history(Request request) {
        Veil veil = new Veil(locks, request.caller());
        String owner = request.query("owner");
        HistoryQuery query = new HistoryQuery(
                request.query("prefix"),
                owner.isEmpty() ? null : Identity.ownerId(request.caller(), owner),
                request.count("limit", HistoryQuery.NEWEST.limit(), MAX_LISTED));
        List<HistoryEntry> visible = visible(query, veil);
        return Answer.ok(new JsonAnswer()
                .with("events", Paging.of(visible.stream().map(veil::past)))
                .tree());
    }

    /** Returns the newest events that the caller may see. The limit does not count others: missing ones would reveal them. */
    private List<HistoryEntry> visible(HistoryQuery query, Veil veil) {
        for (int asked = query.limit(); ; asked = Math.min(MAX_READ, asked * 4)) {
            List<HistoryEntry> all = locks.admin().history(new HistoryQuery(query.prefix(), query.owner(), asked));
            List<HistoryEntry> visible =
                    all.stream().filter(past -> isFor(veil, past)).toList();
            if (visible.size() >= query.limit() || all.size() < asked || asked >= MAX_READ) {
                return visible.stream().limit(query.limit()).toList();
            }
        }
    }
}
