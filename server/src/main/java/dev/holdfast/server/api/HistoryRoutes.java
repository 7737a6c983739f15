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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The call that reads the history. */
record HistoryRoutes(LockManager locks) {
    private static final int MAX_LISTED = 10_000;

    List<Route> routes() {
        return List.of(Route.get("/v1/history", this::history).needingMuch());
    }

    private Answer history(Request request) {
        Veil veil = new Veil(locks, request.caller());
        String owner = request.query("owner");
        HistoryPlace after = HistoryPlace.parse(request.query("after"));
        VisibleHistory history = new VisibleHistory(locks, veil, after);
        int limit = request.count("limit", HistoryQuery.NEWEST.limit(), MAX_LISTED);
        HistoryQuery query = new HistoryQuery(
                request.query("prefix"),
                owner.isEmpty() ? null : Identity.ownerId(request.caller(), owner),
                limit + 1); // so that one more tells whether it goes on
        String holder = Bounds.text("'holder'", request.query("holder"), Bounds.PERSON);
        String resource = request.query("resource");
        List<HistoryEntry> visible = !resource.isEmpty()
                ? history.ofResource(ResourceName.require(resource), query)
                : holder.isEmpty() ? history.newest(query) : history.ofHolder(holder, query);
        List<Map<String, @Nullable Object>> page =
                Paging.of(visible.stream().limit(limit).map(veil::past));
        boolean more = visible.size() > page.size();
        JsonAnswer answer = new JsonAnswer().with("events", page).with("more", more);
        return Answer.ok((more
                        ? answer.with(
                                "next",
                                after.after(visible.subList(0, page.size())).toString())
                        : answer)
                .tree());
    }
}
