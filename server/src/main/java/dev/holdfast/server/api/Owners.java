package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.ResourceName;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import java.util.List;

/** The end of an owner, and giving back by name what it has. Only one's own can be named: each goes by its sign-in. */
final class Owners {
    private final LockManager locks;

    Owners(LockManager locks) {
        this.locks = locks;
    }

    List<Route> routes() {
        return List.of(
                Route.delete("/v1/owners/{owner}/holds", this::end),
                Route.delete("/v1/owners/{owner}/holds/{resource}", this::release));
    }

    private Answer end(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        int released = locks.releaseAll(Identity.ownerId(request.caller(), request.value()));
        return Answer.ok(new JsonAnswer().with("released", released).tree());
    }

    private Answer release(Request request) {
        String resource = ResourceName.require(request.values().get(1));
        request.caller().require(Caller.Role.EDITOR, resource);
        boolean released = locks.release(resource, Identity.ownerId(request.caller(), request.value()));
        return Answer.ok(new JsonAnswer().with("released", released ? 1 : 0).tree());
    }
}
