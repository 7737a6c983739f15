package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
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

    List<Route> routes() {
        return List.of(Route.get("/v1/history", this::history).needingMuch());
    }

    private Answer history(Request request) {
        Veil veil = new Veil(locks, request.caller());
        String owner = request.query("owner");
        VisibleHistory history = new VisibleHistory(locks, veil);
        HistoryQuery query = new HistoryQuery(
                request.query("prefix"),
                owner.isEmpty() ? null : Identity.ownerId(request.caller(), owner),
                request.count("limit", HistoryQuery.NEWEST.limit(), MAX_LISTED));
        String holder = Bounds.text("'holder'", request.query("holder"), Bounds.PERSON);
        String resource = request.query("resource");
        List<HistoryEntry> visible = !resource.isEmpty()
                ? history.ofResource(ResourceName.require(resource), query)
                : holder.isEmpty() ? history.newest(query) : history.ofHolder(holder, query);
        return Answer.ok(new JsonAnswer()
                .with("events", Paging.of(visible.stream().map(veil::past)))
                .tree());
    }
}
