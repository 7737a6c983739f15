package dev.holdfast.server.api;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.json.JsonFragment;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.PolicyJson;
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
    private final AsyncGrants async;
    private final Metrics metrics;
    private final Predicate<Caller> present;
    private final LockQuota holdings;

    private final LateTries lateTries = new LateTries();

    LockRoutes(LockManager locks, AsyncGrants async, Metrics metrics, Predicate<Caller> present, Quotas quotas) {
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
        Answer answer = Answer.created(JsonText.fragment(holds, (all, text) -> {
                    text.putValue("holds", all);
                    text.put("asOf", Instants.write(grant.asOf()));
                }))
                .granted(
                        () -> AuditEvents.acquired(grant, wish.request(), start),
                        () -> locks.holds().release(grant.receipts()));
        return wish.repeatable() ? answer : answer.orElse(() -> locks.holds().release(grant.receipts()));
    }

    private Answer list(Request request) {
        String prefix = request.query("prefix");
        String state = request.query("state").toLowerCase(Locale.ROOT);
        if (!state.isEmpty() && !STATES.contains(state)) {
            throw Problem.invalid("'state' must be live, suspect, dead, expired or waiting.");
        }
        Veil veil = new Veil(locks, request.caller());
        int limit = request.count("limit", DEFAULT_LISTED, MAX_LISTED);
        LockQuery query = query(request).prefix(prefix).after(request.query("after"));
        List<LockView> found = metrics.timed(
                "list",
                () -> found(
                        query, limit + 1, view -> veil.sees(view.resource()) && (state.isEmpty() || is(view, state))));
        List<Map<String, @Nullable Object>> page =
                Paging.of(found.stream().limit(limit).map(veil::lock));
        return Answer.ok(new JsonAnswer()
                .with("locks", page)
                .with("more", found.size() > page.size())
                .tree());
    }

    /** Returns the first locks that match, and reads no more of them than it needs. */
    private List<LockView> found(LockQuery query, int limit, Predicate<LockView> matching) {
        List<LockView> found = new ArrayList<>();
        LockQuery next = query.limit(Math.min(limit, DEFAULT_LISTED));
        List<LockView> page;
        do {
            page = locks.admin().list(next);
            for (LockView view : page) {
                next = next.after(view.resource());
                if (found.size() < limit && matching.test(view)) {
                    found.add(view);
                }
            }
        } while (page.size() == next.limit() && found.size() < limit);
        return found;
    }

    /** Returns the locks of an owner or user only to itself and to administrators. */
    private LockQuery query(Request request) {
        String owner = request.query("owner");
        String user = request.query("user");
        Caller caller = request.caller();
        if (!owner.isEmpty()) {
            LockQuery own = LockQuery.ALL.owner(Identity.ownerId(caller, owner));
            boolean none = caller.signedIn()
                    && caller.may(Caller.Role.ADMIN, "")
                    && locks.admin().list(own.limit(1)).isEmpty();
            return none ? LockQuery.ALL.owner(owner) : own;
        } else if (!user.isEmpty()) {
            if (!user.equals(caller.name())) {
                caller.require(Caller.Role.ADMIN, "");
            }
            return LockQuery.ALL.user(user);
        }
        return LockQuery.ALL;
    }

    private static boolean is(LockView view, String state) {
        return state.equals("waiting")
                ? !view.queue().isEmpty()
                : view.holders().stream()
                        .anyMatch(judged -> LockJson.label(judged.state()).equals(state));
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
