package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import dev.holdfast.server.options.Quotas;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The calls for heartbeats, which may carry a draft. */
final class HeartbeatRoutes {
    private final LockManager locks;
    private final AsyncGrants async;
    private final Metrics metrics;
    private final LossProblems losses;
    private final DraftQuota draftQuota;
    private final Quotas quotas;
    private final Departures departures;

    HeartbeatRoutes(LockManager locks, AsyncGrants async, Metrics metrics, Quotas quotas) {
        this.draftQuota = new DraftQuota(locks, async, quotas);
        this.quotas = quotas;
        this.departures = new Departures(locks, async, metrics);
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
        this.losses = new LossProblems(locks);
    }

    List<Route> routes() {
        return List.of(
                Route.later(HttpMethod.POST, "/v1/holds/{receipt}/heartbeat", this::heartbeatLater),
                Route.post("/v1/heartbeats", this::heartbeats).needingMuch());
    }

    /** Renews without a thread; only a quota that is nearly used up, or a loss, is looked up on one. */
    private CompletionStage<Answer> heartbeatLater(Request request, Executor blocking) {
        HoldRef held = HoldRef.of(request, request.value());
        Heartbeat heartbeat = heartbeat(request, held);
        Draft.Edit text = heartbeat.draft();
        if (text == null || draftQuota.allow(request.caller(), text)) {
            return renewed(request, held, heartbeat, blocking);
        }
        return CompletableFuture.supplyAsync(() -> draftQuota.fits(request.caller(), held.resource(), text), blocking)
                .thenCompose(fits -> fits
                        ? renewed(request, held, heartbeat, blocking)
                        : renewed(request, held, withoutDraft(heartbeat), blocking)
                                .thenApply(answer -> {
                                    throw exceeded(request.caller(), held);
                                }));
    }

    private CompletionStage<Answer> renewed(Request request, HoldRef held, Heartbeat heartbeat, Executor blocking) {
        long start = System.nanoTime();
        return async.renew(heartbeat).thenCompose(renewal -> {
            metrics.timed("renew", start);
            metrics.heartbeat(renewal.hold().isPresent());
            note(request, held, renewal);
            return renewal.hold().isPresent()
                    ? CompletableFuture.completedFuture(answer(request, held, renewal))
                    : CompletableFuture.supplyAsync(() -> answer(request, held, renewal), blocking);
        });
    }

    private static Heartbeat withoutDraft(Heartbeat heartbeat) {
        return new Heartbeat(heartbeat.receipt(), heartbeat.activity(), heartbeat.processes());
    }

    private Problem exceeded(Caller caller, HoldRef held) {
        return Problem.quota(
                "The lock on " + held.resource() + " was renewed, but the draft was not saved: you may have at most "
                        + quotas.of(caller).drafts() + " drafts of "
                        + quotas.of(caller).draftBytes() + " bytes together. Submit or discard some.");
    }

    private static Heartbeat heartbeat(Request request, HoldRef held) {
        JsonBody body = request.body().only("active", "draft", "leaving", "processes", "sameProcesses");
        Heartbeat heartbeat = heartbeat(request, held.kept(), body);
        JsonBody draft = body.nested("draft").only("author", "revision", "content");
        return body.has("draft") ? heartbeat.draft(text(request, draft)) : heartbeat;
    }

    /** Remembers that a page has left, or that it is there. */
    private void note(Request request, HoldRef held, Renewal renewal) {
        if (request.body().flag("leaving", false)) {
            renewal.hold().ifPresent(hold -> departures.left(held.kept(), hold.seen()));
        } else {
            departures.stayed(held.kept());
        }
    }

    private Answer answer(Request request, HoldRef held, Renewal renewal) {
        Hold hold = renewal.hold().orElseThrow(() -> losses.problem(request.caller(), held, renewal));
        // Clients send this at every keystroke, so the answer is short unless they ask for the whole hold.
        Object draft = renewal.draft().map(DraftJson::receipt).orElse(null);
        Answer told = Answer.ok(
                request.query("whole").equals("true")
                        ? alive(request, held, renewal).with("draft", draft).tree()
                        : JsonText.fragment(hold, (renewed, text) -> {
                            text.putValue("until", until(renewed));
                            text.putValue("remainingSeconds", remaining(renewed));
                            text.putValue("draft", draft);
                            if (!renewal.requests().isEmpty()) {
                                text.putValue("requests", requests(request, renewal));
                            }
                        }));
        return told.did(() -> {
            List<AuditEvent> auditEvents = new ArrayList<>();
            renewal.draft().ifPresent(saved -> auditEvents.add(AuditEvents.saved(saved)));
            if (request.body().flag("leaving", false)) {
                auditEvents.add(AuditEvents.left(held.kept()));
            }
            return auditEvents;
        });
    }

    private static Heartbeat heartbeat(Request request, Receipt receipt, JsonBody body) {
        // Renewed by another process: unless the request says otherwise, the hold is no longer bound to processes.
        List<ProcessId> processes = body.flag("sameProcesses", false) ? null : Identity.processes(request, body);
        return new Heartbeat(receipt, body.flag("active", true), processes);
    }

    private static Draft.Edit text(Request request, JsonBody draft) {
        String content = draft.requiredText("content");
        if (Draft.Edit.isTooLong(content)) {
            throw new Problem(
                    413,
                    "Too large",
                    "A draft may have at most " + Draft.Edit.MAX_BYTES
                            + " bytes in UTF-8, and this one has more: nothing" + " of it was saved.");
        }
        String author = Identity.author(request.caller(), draft.text("author"));
        return new Draft.Edit(author, draft.requiredNumber("revision"), content);
    }

    private JsonAnswer alive(Request request, HoldRef held, Renewal renewal) {
        Hold hold = renewal.hold().orElseThrow();
        JsonAnswer answer = new JsonAnswer();
        new Veil(locks, request.caller())
                .own(held.resource(), held.shown(), hold)
                .forEach(answer::with);
        if (!renewal.requests().isEmpty()) {
            answer.with("requests", requests(request, renewal));
        }
        return answer.with("remainingSeconds", remaining(hold));
    }

    private List<Map<String, @Nullable Object>> requests(Request request, Renewal renewal) {
        return RequestRoutes.toHolder(renewal, new Veil(locks, request.caller()));
    }

    private static @Nullable String until(Hold hold) {
        Instant until = hold.until();
        return until == null ? null : Instants.write(until);
    }

    private static @Nullable Long remaining(Hold hold) {
        Instant until = hold.until();
        return until == null ? null : Duration.between(hold.seen(), until).toSeconds();
    }

    /** Answers each heartbeat separately, so that a hold that is lost or busy does not affect the others. */
    private Answer heartbeats(Request request) {
        JsonBody body = request.body().only("receipts", "active", "processes", "sameProcesses");
        List<HoldRef> all = HoldRef.all(request);
        all.forEach(held -> departures.stayed(held.kept()));
        List<Heartbeat> sent =
                all.stream().map(held -> heartbeat(request, held.kept(), body)).toList();
        List<Optional<Renewal>> renewals = metrics.timed("renew", () -> async.renewIfNotBusy(sent));
        List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        List<AuditEvent> auditEvents = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            HoldRef held = all.get(i);
            answers.add(renewals.get(i)
                    .map(renewal -> one(request, held, renewal, auditEvents))
                    .orElseGet(() -> busy(held)));
        }
        return Answer.ok(new JsonAnswer().with("holds", answers).tree()).did(() -> auditEvents);
    }

    private Map<String, @Nullable Object> one(
            Request request, HoldRef held, Renewal renewal, List<AuditEvent> auditEvents) {
        metrics.heartbeat(renewal.hold().isPresent());
        if (renewal.hold().isPresent()) {
            return alive(request, held, renewal).with("held", true).tree();
        }
        Problem lost = losses.problem(request.caller(), held, renewal);
        auditEvents.addAll(lost.auditEvents());
        return new JsonAnswer()
                .with("resource", held.resource())
                .with("held", false)
                .with("detail", lost.getMessage())
                .tree();
    }

    /** Answers without {@code held}: the hold is neither renewed nor lost. */
    private static Map<String, @Nullable Object> busy(HoldRef held) {
        return new JsonAnswer()
                .with("resource", held.resource())
                .with("busy", true)
                .with(
                        "detail",
                        "Another transaction is changing the lock on " + held.resource()
                                + ", so it was not renewed. Send the heartbeat again.")
                .tree();
    }
}
