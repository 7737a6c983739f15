package dev.holdfast.server.api;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.json.JsonFragment;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.PolicyJson;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The calls that acquire locks and look at one. */
final class LockRoutes {
    /** The answer about this number of locks is small. */
    private static final int FEW = 8;

    private final LockManager locks;
    private final AsyncGrants async;
    private final Metrics metrics;
    private final Predicate<Caller> present;
    private final LockQuota holdings;
    private final LateTries tries;

    LockRoutes(
            LockManager locks,
            AsyncGrants async,
            Metrics metrics,
            Predicate<Caller> present,
            LockQuota holdings,
            LateTries tries) {
        this.holdings = holdings;
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
        this.present = present;
        this.tries = tries;
    }

    List<Route> routes() {
        return List.of(
                Route.later(HttpMethod.POST, "/v1/locks", this::acquire)
                        .waitingIf(body -> body.has("wait"))
                        .granting(),
                Route.get("/v1/locks/{resource}", this::look),
                Route.get("/v1/policies/{resource}", this::policy),
                Route.post("/v1/fences/check", this::checkFence));
    }

    /** Acquires without a thread. Only the check of a session, a large answer and the drafts of a takeover need one. */
    private CompletionStage<Answer> acquire(Request request, Executor blocking) {
        AcquireCall wish = AcquireCall.of(request);
        int more = wish.request().resources().size();
        long start = System.nanoTime();
        CompletionStage<Grant> grant = holdings.allow(request.caller(), more)
                ? acquire(request, wish)
                : CompletableFuture.runAsync(() -> holdings.require(request.caller(), more), blocking)
                        .thenCompose(allowed -> acquire(request, wish));
        return request.caller().session().isEmpty() && more <= FEW && !wish.takesOver()
                ? grant.thenApply(granted -> answer(request, wish, granted, start))
                : grant.thenApplyAsync(
                        granted -> answer(request, wish, granted, start).written(), blocking);
    }

    private CompletionStage<Grant> acquire(Request request, AcquireCall wish) {
        return tries.acquire(wish.request(), request, gone -> async.grant(wish.request(), gone));
    }

    private Answer answer(Request request, AcquireCall wish, Grant grant, long start) {
        metrics.decided(
                grant,
                Duration.ofNanos(System.nanoTime() - start),
                !wish.request().timeout().isZero());
        Veil veil = new Veil(locks, request.caller());
        if (!grant.granted()) {
            throw RefusalProblems.problem(grant.refusals(), grant.asOf(), veil);
        }
        if (!present.test(request.caller())) {
            locks.holds().release(grant.receipts());
            throw new Problem(401, "Signed out", "Your session ended before the lock was granted. Sign in again.");
        }
        List<JsonFragment> holds = new ArrayList<>(grant.holds().size());
        for (int i = 0; i < grant.holds().size(); i++) {
            holds.add(veil.ownText(
                    wish.shown(grant.receipts().get(i)), grant.holds().get(i)));
        }
        List<Map<String, @Nullable Object>> left = wish.takesOver() ? left(grant) : List.of();
        Answer answer = Answer.created(JsonText.fragment(holds, (all, text) -> {
                    text.putValue("holds", all);
                    if (!left.isEmpty()) {
                        text.putValue("drafts", left);
                    }
                    text.put("asOf", Instants.write(grant.asOf()));
                }))
                .granted(
                        () -> AuditEvents.acquired(grant, wish.request(), start),
                        () -> locks.holds().release(grant.receipts()));
        return wish.repeatable() ? answer : answer.orElse(() -> locks.holds().release(grant.receipts()));
    }

    /** Returns whose drafts the takeover left. Blocks. The locks are granted, even if that cannot be known now. */
    private List<Map<String, @Nullable Object>> left(Grant grant) {
        try {
            return grant.receipts().stream()
                    .flatMap(receipt -> locks.drafts().left(receipt).stream()
                            .map(left -> LeftDraftRoutes.shortly(receipt.resource(), left)))
                    .toList();
        } catch (StoreException e) {
            return List.of();
        }
    }

    private Answer look(Request request) {
        String resource = ResourceName.require(request.value());
        request.caller().require(Caller.Role.READER, resource);
        LockView view = metrics.timed("look", () -> locks.view(resource));
        if (view.free() && view.queue().isEmpty()) {
            throw Problem.missing(resource + " is free.")
                    .with("resource", resource)
                    .with("asOf", view.asOf().toString());
        }
        return Answer.ok(new Veil(locks, request.caller()).lock(view));
    }

    private Answer policy(Request request) {
        String resource = ResourceName.require(request.value());
        request.caller().require(Caller.Role.READER, resource);
        return Answer.ok(PolicyJson.policy(locks.admin().policy(resource)));
    }

    private Answer checkFence(Request request) {
        JsonBody body = request.body().only("resource", "fence");
        String resource = ResourceName.require(body.requiredText("resource"));
        request.caller().require(Caller.Role.READER, resource);
        long fence = body.requiredNumber("fence");
        boolean valid =
                mayCheck(request.caller(), resource, fence) && locks.holds().verifyFence(resource, fence);
        return Answer.ok(new JsonAnswer().with("valid", valid).tree());
    }

    /** Only callers that may see a hold may check its fence, since others could try numbers. An editor may check its own. */
    private boolean mayCheck(Caller caller, String resource, long fence) {
        if (new Veil(locks, caller).privacy(resource) == Privacy.OPEN) {
            return true;
        }
        if (!caller.may(Caller.Role.EDITOR, resource)) {
            throw new Problem(
                    403,
                    "Not permitted",
                    "The holder of " + resource + " is hidden, so checking its fences needs the role admin: ask"
                            + " the operator of this server.");
        }
        return locks.view(resource).holders().stream()
                .map(LockView.Holder::hold)
                .anyMatch(hold -> hold.fence() == fence && Identity.isOwn(caller, hold.owner()));
    }
}
