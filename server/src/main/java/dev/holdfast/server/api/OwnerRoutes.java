package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.options.Quotas;
import java.util.ArrayList;
import java.util.List;

/** The calls that end an owner, and release locks by owner. A caller can name only its own owners. */
final class OwnerRoutes {
    private final LockManager locks;
    private final Metrics metrics;
    private final EndedOwners ended;

    OwnerRoutes(LockManager locks, Metrics metrics, Quotas quotas) {
        this.ended = new EndedOwners(quotas, System::nanoTime);
        this.locks = locks;
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(
                Route.delete("/v1/owners/{owner}/holds", this::end),
                Route.delete("/v1/owners/{owner}/holds/{resource}", this::release),
                Route.delete("/v1/locks/{resource}", this::releaseOwn));
    }

    private Answer end(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        String owner = Identity.ownerId(request.caller(), request.value());
        ended.count(request.caller());
        int released = metrics.timed("end", () -> locks.admin().endOwner(owner));
        metrics.released(owner, name -> true, released);
        return Answer.ok(new JsonAnswer().with("released", released).tree())
                .did(() ->
                        List.of(AuditEvent.of("end-owner").with("owner", owner).with("count", released)));
    }

    private Answer release(Request request) {
        String resource = ResourceName.require(request.values().get(1));
        request.caller().require(Caller.Role.EDITOR, resource);
        String owner = Identity.ownerId(request.caller(), request.value());
        boolean released = metrics.timed("release", () -> locks.holds().release(resource, owner));
        metrics.released(owner, resource::equals, released ? 1 : 0);
        return Answer.ok(new JsonAnswer().with("released", released ? 1 : 0).tree())
                .did(() -> released ? List.of(AuditEvents.released(resource, owner)) : List.of());
    }

    /** Releases the user's locks on a resource, for a page that has no receipt. */
    private Answer releaseOwn(Request request) {
        Caller caller = request.caller();
        String resource = ResourceName.require(request.value());
        caller.require(Caller.Role.EDITOR, resource);
        if (!caller.signedIn()) {
            throw Problem.invalid(
                    "Without sign-in your locks cannot be told from those of others: release the lock by its"
                            + " receipt, or by its owner.");
        }
        List<AuditEvent> auditEvents = new ArrayList<>();
        for (LockView.Holder judged : locks.view(resource).holders()) {
            String owner = judged.hold().owner().id();
            if (Identity.isOwn(caller, judged.hold().owner()) && locks.holds().release(resource, owner)) {
                metrics.released(owner, resource::equals, 1);
                auditEvents.add(AuditEvents.released(resource, owner)
                        .with("fence", judged.hold().fence()));
            }
        }
        return Answer.ok(new JsonAnswer().with("released", auditEvents.size()).tree())
                .did(() -> auditEvents);
    }
}
