package dev.holdfast.server.api;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.RequestJson;
import dev.holdfast.internal.views.Viewer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that ask holders to hand over, and show what became of it. */
final class RequestRoutes {
    private static final String RESOURCE = "resource";

    private final LockManager locks;
    private final Metrics metrics;
    private final LockQuota holdings;
    private final Requests requests;

    /** @param holdings the quota that the hold which is asked for counts for */
    RequestRoutes(LockManager locks, Metrics metrics, LockQuota holdings) {
        this.locks = locks;
        this.metrics = metrics;
        this.holdings = holdings;
        this.requests = locks.holds().requests();
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/requests", this::ask),
                Route.get("/v1/requests/{receipt}", this::find),
                Route.delete("/v1/requests/{receipt}", this::withdraw),
                Route.get("/v1/owners/{owner}/requests", this::list),
                Route.delete("/v1/owners/{owner}/requests/{resource}", this::withdrawOwn));
    }

    private Answer ask(Request request) {
        JsonBody body = request.body().only(RESOURCE, "message", "mode", "ttl", "note", "owner", "receipt");
        AcquireCall call = AcquireCall.asking(request);
        LockRequest wanted = call.request();
        String message = body.text("message", "");
        holdings.requireOne(request.caller());
        Asked asked = metrics.timed("ask", () -> requests.ask(wanted, message));
        NotAsked refusal = asked.refusal();
        metrics.asked(refusal == null ? "asked" : LockJson.label(refusal));
        if (refusal != null) {
            throw refused(asked, refusal, call);
        }
        JsonAnswer answer = new JsonAnswer()
                .with("receipt", call.shown(asked.receipt()).text())
                .with("requests", all(request, asked.requests()))
                .with("unreachable", asked.unreachable())
                .with("sentence", asked.sentence(ZoneOffset.UTC));
        return Answer.created(answer.tree())
                .did(() -> List.of(AuditEvent.of("request", asked.receipt().resource())
                        .with("hold", asked.receipt().holdId().toString())));
    }

    private static Problem refused(Asked asked, NotAsked why, AcquireCall call) {
        Problem problem = new Problem(409, "Not asked", asked.sentence(ZoneOffset.UTC))
                .with("why", LockJson.label(why))
                .with("receipt", call.shown(asked.receipt()).text())
                .with("retryAt", asked.retryAt() == null ? null : Instants.write(asked.retryAt()));
        return switch (why) {
            case FREE, OWN, MUTED, OPEN_ALREADY, UPGRADING -> problem;
            // What the rules do not permit is a denial for the audit log.
            case OFF, TOO_OFTEN, TOO_MANY, OWNER_ENDED ->
                problem.denied(LockJson.label(why), List.of(asked.receipt().resource()));
        };
    }

    private List<Map<String, @Nullable Object>> all(Request request, List<HandOverRequest> all) {
        Veil veil = new Veil(locks, request.caller());
        return all.stream()
                .filter(one -> veil.sees(one.resource()))
                .map(one -> RequestJson.toAsker(one, veil))
                .toList();
    }

    /** Returns the requests to a hold, for its holder, who is told who asks. */
    static List<Map<String, @Nullable Object>> toHolder(Renewal renewal, Viewer viewer) {
        return renewal.requests().stream()
                .map(request -> RequestJson.toHolder(request, viewer))
                .toList();
    }

    private Answer find(Request request) {
        HoldRef asked = HoldRef.of(request, request.value());
        return Answer.ok(new JsonAnswer()
                .with("requests", all(request, requests.find(asked.kept())))
                .tree());
    }

    private Answer withdraw(Request request) {
        HoldRef asked = HoldRef.of(request, request.value());
        boolean open = requests.withdraw(asked.kept());
        return Answer.ok(new JsonAnswer().with("withdrawn", open).tree())
                .did(() -> open
                        ? List.of(AuditEvent.of("withdraw-request", asked.resource())
                                .with("hold", asked.kept().holdId().toString()))
                        : List.of());
    }

    private Answer withdrawOwn(Request request) {
        String resource = ResourceName.require(request.values().get(1));
        request.caller().require(Caller.Role.EDITOR, resource);
        String owner = Identity.ownerId(request.caller(), request.value());
        boolean open = requests.withdraw(resource, owner);
        return Answer.ok(new JsonAnswer().with("withdrawn", open).tree())
                .did(() -> open
                        ? List.of(AuditEvent.of("withdraw-request", resource).with("owner", owner))
                        : List.of());
    }

    private Answer list(Request request) {
        request.caller().require(Caller.Role.READER);
        Veil veil = new Veil(locks, request.caller());
        String owner = Identity.ownerId(request.caller(), request.value());
        return Answer.ok(new JsonAnswer()
                .with("asked", all(request, requests.listByAsker(owner)))
                .with(
                        "received",
                        requests.listByHolder(owner).stream()
                                .filter(one -> veil.sees(one.resource()))
                                .map(one -> RequestJson.toHolder(one, veil))
                                .toList())
                .tree());
    }
}
