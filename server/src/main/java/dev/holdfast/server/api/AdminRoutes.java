package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Veil;
import java.util.List;

/** The calls for administrators. */
record AdminRoutes(LockManager locks, Metrics metrics) {
    private static final String EVERYTHING = "";

    List<Route> routes() {
        return List.of(
                Route.post("/v1/admin/locks/{resource}/release", this::release),
                Route.post("/v1/admin/clear", this::clear),
                Route.post("/v1/admin/sweep", this::sweep));
    }

    private Answer release(Request request) {
        ForcedRelease forced = new ForcedRelease(locks, metrics);
        forced.require(request.caller(), request.value());
        JsonBody body = request.body().only("reason", "by", "fence");
        String reason = body.requiredText("reason");
        Long fence = body.has("fence") ? body.requiredNumber("fence") : null;
        List<Hold> released = forced.release(request.value(), fence, actor(request), reason);
        Veil veil = new Veil(locks, request.caller());
        if (released.isEmpty() && fence != null) {
            requireFree(request.value(), veil);
        }
        return Answer.ok(new JsonAnswer()
                        .with(
                                "released",
                                released.stream()
                                        .map(hold -> veil.hold(request.value(), hold))
                                        .toList())
                        .tree())
                .did(() -> AuditEvents.forced(request.value(), released, actor(request), reason));
    }

    /** Throws if another owner has the resource by now: the release was about an earlier hold. */
    private void requireFree(String resource, Veil veil) {
        LockView view = locks.view(resource);
        if (!view.free()) {
            throw new Problem(
                            409,
                            "Held by another",
                            "Nothing was released: the hold that this was about has ended, and another owner has the lock"
                                    + " by now.")
                    .with("holders", veil.lock(view).get("holders"));
        }
    }

    /** Returns who acts: the signed-in user, or without sign-in the name that the request gives. */
    private static String actor(Request request) {
        String named =
                Bounds.text("The name of the actor", request.body().text("by", "an administrator"), Bounds.PERSON);
        return request.caller().signedIn() ? request.caller().display() : named;
    }

    private Answer clear(Request request) {
        request.caller().require(Caller.Role.ADMIN, EVERYTHING);
        request.body().only("by");
        int released = locks.admin().clear(actor(request));
        metrics.cleared(released);
        return Answer.ok(new JsonAnswer().with("released", released).tree())
                .did(() -> List.of(
                        AuditEvent.of("clear").with("by", actor(request)).with("count", released)));
    }

    private Answer sweep(Request request) {
        request.caller().require(Caller.Role.ADMIN, EVERYTHING);
        request.body().only();
        int removed = metrics.timed("sweep", locks.admin()::sweep);
        metrics.swept(removed);
        return Answer.ok(new JsonAnswer().with("tidied", removed).tree())
                .did(() -> removed == 0
                        ? List.of()
                        : List.of(AuditEvent.of("sweep").with("count", removed)));
    }
}
