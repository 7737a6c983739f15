package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.rules.Owner;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.util.List;

/** The end of a session. */
final class Owners {
    private final LockManager locks;

    Owners(LockManager locks) {
        this.locks = locks;
    }

    List<Route> routes() {
        return List.of(Route.delete("/v1/owners/{owner}/holds", this::end));
    }

    private Answer end(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        int released = locks.releaseAll(Owner.of(request.value()).id());
        return Answer.ok(new JsonAnswer().with("released", released).tree());
    }
}
