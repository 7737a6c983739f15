package dev.holdfast.example.play.compose;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.example.play.compose.Cast.Part;
import dev.holdfast.server.CallerLocks;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Taking, keeping and releasing a post, in the terms of the game's own document. */
public final class LockCalls {
    /** The only text that others see about an author. */
    public static final String OTHER = "Another player is currently posting";

    public static final String YOU = "You are composing";

    private static final String OWN_OTHER =
            "You are composing for another character of this scene: post that or cancel it first.";

    private static final String LOCK = "/play/scenes/{sceneId}/characters/{characterId}/lock";
    private static final String DRAFT = "/play/scenes/{sceneId}/characters/{characterId}/draft";
    private static final String ENDED =
            "Nothing was released: that player is no longer writing. Look who is, and release that lock if you want to.";

    private static final String DEFAULT_REASON = "to keep the game going";

    private final LockManager locks;
    private final Cast cast;
    private final Predicate<Caller> present;

    /** @param present whether a caller is still signed in */
    public LockCalls(LockManager locks, Cast cast, Predicate<Caller> present) {
        this.locks = locks;
        this.cast = cast;
        this.present = present;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(LOCK, this::acquire),
                Route.post(LOCK + "/heartbeat", this::heartbeat),
                Route.post(LOCK + "/release", this::release),
                Route.post(LOCK + "/force-release", this::forceRelease),
                Route.get(DRAFT, this::draft),
                Route.post(DRAFT + "/discard", this::discard));
    }

    private Answer acquire(Request request) throws InterruptedException {
        JsonBody body = request.body().only("timestamp", "tab");
        Part part = cast.own(request);
        Caller caller = request.caller();
        String tab = body.text("tab", UUID.randomUUID().toString());
        Receipt shown = Receipt.create(part.resource());
        Receipt kept = CallerLocks.receipt(caller, shown);
        Grant grant = locks.holds()
                .grant(LockRequest.of(part.resource())
                        .owner(CallerLocks.owner(caller, tab))
                        .receipt(kept));
        if (!grant.granted()) {
            throw refused(part, grant.refusals().get(0));
        }
        if (!present.test(caller)) {
            locks.holds().release(kept);
            throw new Problem(401, "Signed out", "You signed out before this was granted: sign in again.");
        }
        Hold hold = grant.holds().get(0);
        return Answer.created(new JsonObject()
                        .put("success", true)
                        .put("lockId", LockId.of(shown))
                        .put("expiresAt", expiry(hold).toEpochMilli())
                        .put("fence", hold.fence())
                        .getMap())
                .orElse(() -> locks.holds().release(kept));
    }

    /** Returns a refusal that names the character of the holder and nothing else, as in the document. */
    private Problem refused(Part part, Refusal refusal) {
        if (refusal.reason() == Refusal.Reason.TOO_SOON) {
            long seconds = seconds(
                    Duration.between(refusal.asOf(), refusal.retryAt() == null ? refusal.asOf() : refusal.retryAt()));
            return new Problem(
                            429,
                            "Too Many Requests",
                            "You took or released a post a moment ago: available in " + seconds + "s.")
                    .header("Retry-After", Long.toString(seconds))
                    .with("success", false);
        } else if (refusal.reason() == Refusal.Reason.OWNER_ENDED) {
            return new Problem(401, "Signed out", "You signed out before this was granted: sign in again.");
        }
        List<String> inTheWay = locks.list(Turns.prefix(part.scene().id())).stream()
                .filter(view -> !view.free() && Turns.isTurn(view.resource()))
                .filter(view -> refusal.reason() != Refusal.Reason.SLOT_TAKEN
                        ? view.resource().equals(part.resource())
                        : view.holders().stream()
                                .anyMatch(judged -> part.scene().oneAtATime()
                                        || judged.hold()
                                                .owner()
                                                .user()
                                                .equals(part.role().userId())))
                .map(view -> Turns.roleOf(view.resource()))
                .toList();
        boolean own = refusal.holders().stream()
                .allMatch(judged ->
                        judged.hold().owner().user().equals(part.role().userId()));
        boolean other = refusal.reason() == Refusal.Reason.SLOT_TAKEN;
        Problem problem = own && other ? new Problem(409, "Conflict", OWN_OTHER) : new Problem(423, "Locked", OTHER);
        return problem.with("success", false)
                .with(
                        "conflictHolder",
                        new JsonObject()
                                .put(
                                        "characterId",
                                        inTheWay.isEmpty() ? part.role().id() : inTheWay.get(0))
                                .getMap());
    }

    private Answer heartbeat(Request request) {
        JsonBody body = request.body().only("lockId", "timestamp", "active", "draft");
        Part part = cast.own(request);
        Receipt kept = LockId.receipt(request.caller(), body.requiredText("lockId"), part.resource());
        Heartbeat beat = Heartbeat.of(kept, body.flag("active", true));
        if (body.has("draft")) {
            JsonBody draft = body.nested("draft").only("content", "revision");
            String content = draft.requiredText("content");
            if (Draft.Edit.isTooLong(content)) {
                throw new Problem(413, "Too large", "A draft has at most 64 KiB: shorten it, or post it in two parts.");
            }
            beat = beat.draft(new Draft.Edit(request.caller().name(), draft.requiredNumber("revision"), content));
        }
        Renewal renewal = locks.holds().renew(List.of(beat)).get(0);
        Hold hold = renewal.hold().orElseThrow(() -> lost(kept).with("acknowledged", false));
        return Answer.ok(new JsonObject()
                .put("acknowledged", true)
                .put("expiresAt", expiry(hold).toEpochMilli())
                .put(
                        "remainingSeconds",
                        Duration.between(hold.seen(), expiry(hold)).toSeconds())
                .getMap());
    }

    /** Returns the end of ten minutes without activity, regardless of the connection. */
    public static Instant expiry(Hold hold) {
        Duration idle = hold.lease().idle();
        return idle == null ? hold.active() : hold.active().plus(idle);
    }

    /** Returns why a hold has ended, without naming the present holder. */
    Problem lost(Receipt kept) {
        return locks.holds()
                .loss(kept)
                .map(Loss::anonymous)
                .map(loss -> new Problem(
                                410, "Lost", "Your lock is gone: " + why(loss) + " What you wrote is kept as a draft.")
                        .with(
                                "why",
                                loss.ending()
                                        .map(ending -> ending.kind().name())
                                        .orElse("EXPIRED")))
                .orElseGet(() -> new Problem(410, "Lost", "This lock is not yours, or no more: take the post again."));
    }

    private static String why(Loss loss) {
        return loss.ending()
                .map(ending -> switch (ending.kind()) {
                    case FORCED, CLEARED -> "GM has released your compose lock.";
                    case EXPIRED -> "nothing was heard of you for too long.";
                    default -> "it was taken away.";
                })
                .orElse("nothing was heard of you for too long.");
    }

    private Answer release(Request request) {
        JsonBody body = request.body().only("lockId");
        Part part = cast.own(request);
        locks.holds().release(LockId.receipt(request.caller(), body.requiredText("lockId"), part.resource()));
        return Answer.nothing();
    }

    private Answer forceRelease(Request request) {
        JsonBody body = request.body().only("reason", "fence");
        Part part = cast.part(request);
        cast.led(request.caller(), part.scene().id());
        String given = body.text("reason", "").strip();
        String reason = given.isEmpty() ? DEFAULT_REASON : given;
        String actor = request.caller().display();
        if (!body.has("fence")) {
            locks.admin().forceRelease(part.resource(), actor, reason);
        } else if (locks.admin()
                .forceRelease(part.resource(), body.requiredNumber("fence"), actor, reason)
                .isEmpty()) {
            throw new Problem(409, "Conflict", ENDED);
        }
        return Answer.ok(new JsonObject().put("success", true).getMap());
    }

    private Answer draft(Request request) {
        Part part = cast.own(request);
        Draft draft = locks.drafts()
                .get(part.resource(), request.caller().name())
                .orElseThrow(() -> Problem.missing("You have no draft for this character."));
        return Answer.ok(new JsonObject()
                .put("content", draft.content())
                .put("revision", draft.revision())
                .put("updatedAt", draft.saved().toEpochMilli())
                .getMap());
    }

    private Answer discard(Request request) {
        request.body().only();
        locks.drafts().discard(cast.own(request).resource(), request.caller().name());
        return Answer.nothing();
    }

    /** Returns the seconds rounded up, so that a caller who waits so long is not refused again. */
    static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
