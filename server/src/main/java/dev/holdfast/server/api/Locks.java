package dev.holdfast.server.api;

import dev.holdfast.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.ResourceName;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Members;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Taking locks, and looking at them. */
final class Locks {
    private static final int MOST_LISTED = 10_000;
    private static final int USUALLY_LISTED = 1_000;
    private static final Set<String> STATES = Set.of("live", "suspect", "dead", "expired", "waiting");

    private final LockManager locks;
    private final Metrics metrics;

    Locks(LockManager locks, Metrics metrics) {
        this.locks = locks;
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/locks", this::acquire).waitingIf(body -> body.has("wait")),
                Route.get("/v1/locks", this::list),
                Route.get("/v1/locks/{resource}", this::look),
                Route.post("/v1/fences/check", this::checkFence));
    }

    private Answer acquire(Request request) throws InterruptedException {
        request.caller().require(Caller.Role.EDITOR);
        LockRequest wanted = wanted(request);
        long start = System.nanoTime();
        Grant grant = locks.grant(wanted);
        metrics.decided(
                grant,
                Duration.ofNanos(System.nanoTime() - start),
                !wanted.patience().isZero());
        if (!grant.granted()) {
            throw Refusals.problem(grant.refusals(), grant.asOf());
        }
        List<Map<String, @Nullable Object>> holds = IntStream.range(
                        0, grant.holds().size())
                .mapToObj(i -> LockJson.own(
                        grant.receipts().get(i).resource(),
                        grant.receipts().get(i),
                        grant.holds().get(i)))
                .toList();
        Answer answer = Answer.created(new JsonAnswer().with("holds", holds).tree());
        // Whoever made the receipt beforehand finds the grant when it asks again; nobody else can.
        return wanted.receipt() != null
                ? answer
                : answer.orElse(() -> grant.receipts().forEach(locks::release));
    }

    private static LockRequest wanted(Request request) {
        Members body = request.body().only("resources", "mode", "ttl", "wait", "note", "owner", "receipt", "takeover");
        List<String> resources = body.texts("resources");
        if (resources.isEmpty()) {
            throw Problem.invalid("'resources' must be given: a list of at least one name.");
        }
        LockRequest wanted = LockRequest.of(resources)
                .mode(mode(body.text("mode", "exclusive")))
                .owner(owner(request.caller(), body.object("owner").only("id", "name")))
                .note(body.text("note", ""));
        Duration ttl = body.duration("ttl");
        wanted = ttl == null ? wanted : wanted.ttl(ttl);
        Duration wait = body.duration("wait");
        wanted = wait == null ? wanted : wanted.waiting(wait);
        String takeover = body.text("takeover");
        if (takeover != null) {
            request.caller().require(Caller.Role.ADMIN);
            wanted = wanted.takeover(takeover);
        }
        Receipt receipt = receipt(request, wanted.resources().get(0));
        return receipt == null ? wanted : wanted.receipt(receipt);
    }

    private static @Nullable Receipt receipt(Request request, String first) {
        String text = request.body().text("receipt");
        if (text != null) {
            return Receipt.parse(text);
        }
        String key = request.idempotencyKey();
        return key == null ? null : Idempotency.receipt(request.caller(), key, first);
    }

    private static Mode mode(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "exclusive" -> Mode.EXCLUSIVE;
            case "shared" -> Mode.SHARED;
            default -> throw Problem.invalid("'mode' must be exclusive or shared.");
        };
    }

    private static Owner owner(Caller caller, Members body) {
        String id = body.requiredText("id");
        return Owner.of(id).named(body.text("name", id)).user(caller.name());
    }

    private Answer list(Request request) {
        String prefix = request.query("prefix");
        String owner = request.query("owner");
        String state = request.query("state").toLowerCase(Locale.ROOT);
        if (!state.isEmpty() && !STATES.contains(state)) {
            throw Problem.invalid("'state' must be live, suspect, dead, expired or waiting.");
        }
        List<LockView> found =
                metrics.timed("list", () -> owner.isEmpty() ? locks.list(prefix) : locks.listOf(owner)).stream()
                        .filter(view -> view.resource().startsWith(prefix))
                        .filter(view -> state.isEmpty() || is(view, state))
                        .toList();
        int limit = request.count("limit", USUALLY_LISTED, MOST_LISTED);
        return Answer.ok(new JsonAnswer()
                .with("locks", found.stream().limit(limit).map(LockJson::lock).toList())
                .with("more", found.size() > limit)
                .tree());
    }

    private static boolean is(LockView view, String state) {
        return state.equals("waiting")
                ? !view.queue().isEmpty()
                : view.holds().stream()
                        .anyMatch(judged -> LockJson.label(judged.verdict()).equals(state));
    }

    private Answer look(Request request) {
        LockView view = metrics.timed("look", () -> locks.look(ResourceName.require(request.value())));
        if (view.free()) {
            throw Problem.missing(view.resource() + " is free.").with("resource", view.resource());
        }
        return Answer.ok(LockJson.lock(view));
    }

    private Answer checkFence(Request request) {
        Members body = request.body().only("resource", "fence");
        boolean valid =
                locks.verifyFence(ResourceName.require(body.requiredText("resource")), body.requiredNumber("fence"));
        return Answer.ok(new JsonAnswer().with("valid", valid).tree());
    }
}
