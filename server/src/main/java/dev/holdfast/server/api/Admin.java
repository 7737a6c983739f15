package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Hold;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.util.List;

/** What only an administrator may do. */
final class Admin {
    private final LockManager locks;
    private final Metrics metrics;

    Admin(LockManager locks, Metrics metrics) {
        this.locks = locks;
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/admin/locks/{resource}/release", this::release));
    }

    private Answer release(Request request) {
        request.caller().require(Caller.Role.ADMIN);
        String reason = request.body().only("reason", "by").requiredText("reason");
        if (reason.isBlank()) {
            throw Problem.invalid("'reason' must be given: whoever loses the lock is told, and the history keeps it.");
        }
        String actor = request.caller().name().isEmpty()
                ? request.body().text("by", "an administrator")
                : request.caller().name();
        List<Hold> released = locks.forceRelease(request.value(), actor, reason);
        metrics.forced(released.size());
        return Answer.ok(new JsonAnswer()
                .with(
                        "released",
                        released.stream()
                                .map(hold -> LockJson.hold(request.value(), hold))
                                .toList())
                .tree());
    }
}
