package dev.holdfast.server.api;

import dev.holdfast.AsyncLocks;
import dev.holdfast.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.ResourceName;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.json.PolicyJson;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Privacy;
import dev.holdfast.server.access.Quotas;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The calls that acquire and list locks. */
final class LockRoutes {
    private static final int MAX_LISTED = 10_000;
    private static final int DEFAULT_LISTED = 1_000;
    /** The answer about this number of locks is small. */
    private static final int FEW = 8;

    private static final Set<String> STATES = Set.of("live", "suspect", "dead", "expired", "waiting");

    private final LockManager locks;
    private final AsyncLocks async;
    private final Metrics metrics;
    private final Predicate<Caller> present;
    private final LockQuota holdings;

    private final LateTries lateTries = new LateTries();

    LockRoutes(LockManager locks, AsyncLocks async, Metrics metrics, Predicate<Caller> present, Quotas quotas) {
        this.holdings = new LockQuota(locks, async, quotas);
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
        this.present = present;
    }

    List<Route> routes() {
        return List.of(
                Route.later(HttpMethod.POST, "/v1/locks", this::acquire)
                        .waitingIf(body -> body.has("wait"))
                        .granting(),
                Route.get("/v1/locks", this::list).needingMuch(),
                Route.get("/v1/locks/{resource}", this::look),
                Route.get("/v1/policies/{resource}", this::policy),
                Route.post("/v1/fences/check", this::checkFence));
    }

    /** Acquires without a thread. Only the check of a session and a large answer need one. */
    private CompletionStage<Answer> acquire(Request request, Executor blocking) {
        AcquireCall wish = AcquireCall.of(request);
        int more = wish.request().resources().size();
        long start = System.nanoTime();
        CompletionStage<Grant> grant = holdings.allow(request.caller(), more)
                ? acquire(request, wish)
                : CompletableFuture.runAsync(() -> holdings.require(request.caller(), more), blocking)
                        .thenCompose(allowed -> acquire(request, wish));
        return request.caller().session().isEmpty() && more <= FEW
                ? grant.thenApply(granted -> answer(request, wish, granted, start))
                : grant.thenApplyAsync(
                        granted -> answer(request, wish, granted, start).written(), blocking);
    }

    private CompletionStage<Grant> acquire(Request request, AcquireCall wish) {
        return lateTries.acquire(wish.request(), request, gone -> async.grant(wish.request(), gone));
    }

    private Answer answer(Request request, AcquireCall wish, Grant grant, long start) {
        metrics.decided(
                grant,
                Duration.ofNanos(System.nanoTime() - start),
                !wish.request().patience().isZero());
        Veil veil = new Veil(locks, request.caller());
        if (!grant.granted()) {
            throw RefusalProblems.problem(grant.refusals(), grant.asOf(), veil);
        }
        if (!present.test(request.caller())) {
            locks.release(grant.receipts());
            throw new Problem(401, "Signed out", "Your session ended before the lock was granted. Sign in again.");
        }
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (int i = 0; i < grant.holds().size(); i++) {
            Receipt kept = grant.receipts().get(i);
            holds.add(veil.own(kept.resource(), wish.shown(kept), grant.holds().get(i)));
        }
        Answer answer = Answer.created(new JsonAnswer()
                        .with("holds", holds)
                        .with("asOf", grant.asOf().toString())
                        .tree())
                .granted(
                        () -> AuditEvents.acquired(grant, wish.request(), start),
                        () -> locks.release(grant.receipts()));
        return wish.repeatable() ? answer : answer.orElse(() -> locks.release(grant.receipts()));
    }

    private Answer list(Request request) {
        String prefix = request.query("prefix");
        String state = request.query("state").toLowerCase(Locale.ROOT);
        if (!state.isEmpty() && !STATES.contains(state)) {
            throw Problem.invalid("'state' must be live, suspect, dead, expired or waiting.");
        }
        Veil veil = new Veil(locks, request.caller());
        List<LockView> found = metrics.timed("list", () -> listed(request, prefix)).stream()
                .filter(view -> view.resource().startsWith(prefix) && veil.sees(view.resource()))
                .filter(view -> state.isEmpty() || is(view, state))
                .filter(view -> view.resource().compareTo(request.query("after")) > 0)
                .toList();
        int limit = request.count("limit", DEFAULT_LISTED, MAX_LISTED);
        List<Map<String, @Nullable Object>> page =
                Paging.of(found.stream().limit(limit).map(veil::lock));
        return Answer.ok(new JsonAnswer()
                .with("locks", page)
                .with("more", found.size() > page.size())
                .tree());
    }

    /** Returns the locks of an owner or user only to itself and to administrators. */
    private List<LockView> listed(Request request, String prefix) {
        String owner = request.query("owner");
        String user = request.query("user");
        Caller caller = request.caller();
        if (!owner.isEmpty()) {
            List<LockView> own = locks.listOf(Identity.ownerId(caller, owner));
            return own.isEmpty() && caller.signedIn() && caller.may(Caller.Role.ADMIN, "") ? locks.listOf(owner) : own;
        } else if (!user.isEmpty()) {
            if (!user.equals(caller.name())) {
                caller.require(Caller.Role.ADMIN, "");
            }
            return locks.listOfUser(user);
        }
        return locks.list(prefix);
    }

    private static boolean is(LockView view, String state) {
        return state.equals("waiting")
                ? !view.queue().isEmpty()
                : view.holds().stream()
                        .anyMatch(judged -> LockJson.label(judged.verdict()).equals(state));
    }

    private Answer look(Request request) {
        String resource = ResourceName.require(request.value());
        request.caller().require(Caller.Role.READER, resource);
        LockView view = metrics.timed("look", () -> locks.look(resource));
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
        return Answer.ok(PolicyJson.policy(locks.policy(resource)));
    }

    private Answer checkFence(Request request) {
        JsonBody body = request.body().only("resource", "fence");
        String resource = ResourceName.require(body.requiredText("resource"));
        request.caller().require(Caller.Role.READER, resource);
        long fence = body.requiredNumber("fence");
        boolean valid = mayCheck(request.caller(), resource, fence) && locks.verifyFence(resource, fence);
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
        return locks.look(resource).holds().stream()
                .map(Outcome.Judged::hold)
                .anyMatch(hold -> hold.fence() == fence && Identity.isOwn(caller, hold.owner()));
    }
}
