package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.LockManager;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import java.util.List;

/** The calls for drafts, which only their author may use. */
record DraftRoutes(LockManager locks) {
    List<Route> routes() {
        return List.of(
                Route.get("/v1/drafts/{resource}", this::draft), Route.delete("/v1/drafts/{resource}", this::discard));
    }

    private static String author(Request request) {
        request.caller().require(Caller.Role.EDITOR, ResourceName.require(request.value()));
        return Identity.author(request.caller(), request.query().get("author"));
    }

    private Answer draft(Request request) {
        Draft draft = locks.drafts()
                .get(request.value(), author(request))
                .orElseThrow(() -> Problem.missing("You have no draft of " + request.value() + ".")
                        .with("resource", request.value()));
        return Answer.ok(DraftJson.draft(draft));
    }

    private Answer discard(Request request) {
        String author = author(request);
        boolean discarded = locks.drafts().discard(request.value(), author);
        return Answer.nothing()
                .did(() -> discarded ? List.of(AuditEvents.discarded(request.value(), author)) : List.of());
    }
}
