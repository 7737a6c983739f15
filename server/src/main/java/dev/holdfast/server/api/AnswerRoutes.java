package dev.holdfast.server.api;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.Requests;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.RequestJson;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.time.Duration;
import java.util.List;

/** The calls of holders that are asked to hand over. A caller can answer only for its own owners. */
final class AnswerRoutes {
    private static final String RESOURCE = "resource";

    private final LockManager locks;
    private final Metrics metrics;
    private final Requests requests;

    AnswerRoutes(LockManager locks, Metrics metrics) {
        this.locks = locks;
        this.metrics = metrics;
        this.requests = locks.holds().requests();
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/owners/{owner}/answers", this::answer),
                Route.post("/v1/locks/{resource}/answers", this::answerOwn),
                Route.post("/v1/owners/{owner}/shown", this::shown),
                Route.post("/v1/owners/{owner}/mute", this::mute));
    }

    private Answer answer(Request request) {
        JsonBody body = request.body().only(RESOURCE, "request", "answer", "within", "message");
        String resource = resource(request, body);
        return answer(request, resource, Given.of(body), List.of(Identity.ownerId(request.caller(), request.value())));
    }

    /** Answers for any owner of the user, for a page that has no receipt. */
    private Answer answerOwn(Request request) {
        Caller caller = request.caller();
        String resource = ResourceName.require(request.value());
        caller.require(Caller.Role.EDITOR, resource);
        Given given = Given.of(request.body().only("request", "answer", "within", "message"));
        if (!caller.signedIn()) {
            throw new Problem(
                    409,
                    "Needs sign-in",
                    "Without sign-in your locks cannot be told from those of others: answer for the owner of the lock.");
        }
        return answer(
                request,
                resource,
                given,
                locks.view(resource).holders().stream()
                        .map(judged -> judged.hold().owner())
                        .filter(owner -> Identity.isOwn(caller, owner))
                        .map(Owner::id)
                        .toList());
    }

    /** An answer of the holder, as the call gives it. */
    private record Given(HoldId request, Reply reply) {
        static Given of(JsonBody body) {
            return new Given(id(body.requiredText("request")), AnswerRoutes.reply(body));
        }
    }

    private Answer answer(Request request, String resource, Given given, List<String> owners) {
        HoldId id = given.request;
        HandOverRequest now = owners.stream()
                .flatMap(owner -> requests.answer(resource, owner, id, given.reply).stream())
                .reduce((first, last) -> last)
                .orElseThrow(() -> Problem.missing("This request has ended: the hold that it is about may be over, or"
                        + " the asker may have withdrawn it."));
        String state = LockJson.label(now.state());
        metrics.answered(state);
        return Answer.ok(RequestJson.toHolder(now, new Veil(locks, request.caller())))
                .did(() -> List.of(AuditEvent.of("answer-request", resource)
                        .with("hold", id.toString())
                        .with("answer", state)));
    }

    private static HoldId id(String text) {
        try {
            return HoldId.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("'request' must be the id of a request: 32 hexadecimal digits.");
        }
    }

    private static String resource(Request request, JsonBody body) {
        String resource = ResourceName.require(body.requiredText(RESOURCE));
        request.caller().require(Caller.Role.EDITOR, resource);
        return resource;
    }

    private static Reply reply(JsonBody body) {
        String words = body.text("message", "");
        return switch (body.requiredText("answer")) {
            case "now" -> Reply.now().saying(words);
            case "no" -> Reply.no(words);
            case "in" -> {
                Duration within = body.duration("within");
                if (within == null) {
                    throw Problem.invalid("'within' must be a time such as \"10m\".");
                }
                yield Reply.promise(within).saying(words);
            }
            default -> throw Problem.invalid("'answer' must be now, in or no.");
        };
    }

    private Answer mute(Request request) {
        JsonBody body = request.body().only(RESOURCE, "muted");
        String resource = resource(request, body);
        boolean muted = body.flag("muted", true);
        String owner = Identity.ownerId(request.caller(), request.value());
        boolean held = requests.mute(resource, owner, muted);
        return Answer.ok(new JsonAnswer().with("held", held).tree())
                .did(() -> held
                        ? List.of(AuditEvent.of("mute-requests", resource)
                                .with("owner", owner)
                                .with("muted", muted))
                        : List.of());
    }

    private Answer shown(Request request) {
        JsonBody body = request.body().only(RESOURCE, "request");
        String resource = resource(request, body);
        String owner = Identity.ownerId(request.caller(), request.value());
        String one = body.text("request");
        boolean held = one == null ? requests.shown(resource, owner) : requests.shown(resource, owner, id(one));
        return Answer.ok(new JsonAnswer().with("held", held).tree());
    }
}
