package dev.holdfast.server.api;

import dev.holdfast.Drafts.Left;
import dev.holdfast.LockManager;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The call by which an owner that took a lock over learns of the drafts of its former holders. */
record LeftDraftRoutes(LockManager locks) {
    List<Route> routes() {
        return List.of(Route.get("/v1/holds/{receipt}/drafts", this::left));
    }

    private Answer left(Request request) {
        HoldRef taker = HoldRef.of(request, request.value());
        List<Left> all = locks.drafts().left(taker.kept());
        return Answer.ok(new JsonAnswer()
                        .with("drafts", all.stream().map(LeftDraftRoutes::json).toList())
                        .tree())
                .did(() -> all.stream()
                        .filter(left -> left.text().isPresent())
                        .map(left -> AuditEvent.of("read-draft", taker.resource())
                                .with("about", left.owner().name())
                                .with("owner", left.owner().user()))
                        .toList());
    }

    /** Returns whose draft is kept, for the answer to the takeover itself. Its text is another call, which is audited. */
    static Map<String, @Nullable Object> shortly(String resource, Left left) {
        return new JsonAnswer()
                .with("resource", resource)
                .with("name", left.owner().name())
                .with("readable", left.text().isPresent())
                .with("sentence", left.sentence())
                .tree();
    }

    private static Map<String, @Nullable Object> json(Left left) {
        return new JsonAnswer()
                .with("name", left.owner().name())
                .with("sentence", left.sentence())
                .with("draft", left.text().map(DraftJson::draft).orElse(null))
                .tree();
    }
}
