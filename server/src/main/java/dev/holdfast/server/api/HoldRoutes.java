package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The calls for the holder of a receipt. */
final class HoldRoutes {
    private final LockManager locks;
    private final AsyncGrants async;
    private final Metrics metrics;
    private final LateTries tries;
    private final LossProblems losses;

    HoldRoutes(LockManager locks, AsyncGrants async, Metrics metrics, LateTries tries) {
        this.locks = locks;
        this.async = async;
        this.metrics = metrics;
        this.tries = tries;
        this.losses = new LossProblems(locks);
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/holds/{receipt}", this::look),
                Route.later(HttpMethod.DELETE, "/v1/holds/{receipt}", this::releaseLater),
                Route.post("/v1/looks", this::looks).needingMuch(),
                Route.later(HttpMethod.POST, "/v1/releases", this::releasesLater));
    }

    private Answer look(Request request) {
        HoldRef held = HoldRef.of(request, request.value());
        Hold hold = locks.holds()
                .view(List.of(held.kept()))
                .get(0)
                .orElseThrow(() -> losses.problem(request.caller(), held));
        return Answer.ok(new Veil(locks, request.caller()).own(held.resource(), held.shown(), hold));
    }

    private Answer looks(Request request) {
        request.body().only("receipts");
        Veil veil = new Veil(locks, request.caller());
        List<HoldRef> all = HoldRef.all(request);
        List<Renewal> there = async.look(all.stream().map(HoldRef::kept).toList());
        List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            HoldRef held = all.get(i);
            JsonAnswer answer = new JsonAnswer()
                    .with("resource", held.resource())
                    .with("held", there.get(i).hold().isPresent());
            there.get(i)
                    .hold()
                    .ifPresent(hold ->
                            veil.own(held.resource(), held.shown(), hold).forEach(answer::with));
            if (!there.get(i).requests().isEmpty()) {
                answer.with("requests", RequestRoutes.toHolder(there.get(i), veil));
            }
            answers.add(answer.tree());
        }
        return Answer.ok(new JsonAnswer().with("holds", answers).tree());
    }

    private Answer release(Request request) {
        HoldRef held = HoldRef.of(request, request.value());
        String author = discards(request)
                ? Identity.author(request.caller(), request.query().get("author"))
                : null;
        boolean released = release(List.of(held), author);
        return Answer.nothing().did(() -> AuditEvents.released(List.of(held.kept()), released, author));
    }

    private CompletionStage<Answer> releaseLater(Request request, Executor blocking) {
        if (discards(request)) {
            return CompletableFuture.supplyAsync(() -> release(request), blocking);
        }
        HoldRef held = HoldRef.of(request, request.value());
        return releaseLater(List.of(held))
                .thenApply(released ->
                        Answer.nothing().did(() -> AuditEvents.released(List.of(held.kept()), released, null)));
    }

    private CompletionStage<Boolean> releaseLater(List<HoldRef> all) {
        long start = System.nanoTime();
        List<Receipt> kept = all.stream().map(HoldRef::kept).toList();
        return tries.withdraw(kept).thenCompose(done -> async.release(kept)).thenApply(released -> {
            metrics.timed("release", start);
            if (released) {
                metrics.released(kept);
            }
            return released;
        });
    }

    private static boolean discards(Request request) {
        String draft = request.query("draft");
        if (!draft.isEmpty() && !draft.equals("discard")) {
            throw Problem.invalid("'draft' may only be discard. Without it the draft is kept.");
        }
        return !draft.isEmpty();
    }

    private Answer releases(Request request) {
        JsonBody body = checked(request).body();
        List<HoldRef> all = HoldRef.all(request);
        String author =
                body.flag("discardDraft", false) ? Identity.author(request.caller(), body.text("author")) : null;
        return released(all, release(all, author), author);
    }

    private CompletionStage<Answer> releasesLater(Request request, Executor blocking) {
        if (request.body().flag("discardDraft", false)) {
            return CompletableFuture.supplyAsync(() -> releases(request), blocking);
        }
        List<HoldRef> all = HoldRef.all(checked(request));
        if (skipsBusy(request)) {
            return tries.withdraw(all.stream().map(HoldRef::kept).toList())
                    .thenApplyAsync(done -> releasedIfNotBusy(all), blocking);
        }
        return releaseLater(all).thenApply(released -> released(all, released, null));
    }

    private static boolean skipsBusy(Request request) {
        String busy = request.query("busy");
        if (!busy.isEmpty() && !busy.equals("skip")) {
            throw Problem.invalid("'busy' may only be skip. Without it the request waits for a busy record.");
        }
        return !busy.isEmpty();
    }

    private Answer releasedIfNotBusy(List<HoldRef> all) {
        List<Receipt> kept = all.stream().map(HoldRef::kept).toList();
        Optional<Boolean> released = metrics.timed("release", () -> async.releaseIfNotBusy(kept));
        if (released.isEmpty()) {
            return Answer.ok(
                    new JsonAnswer().with("released", false).with("busy", true).tree());
        }
        if (released.get()) {
            metrics.released(kept);
        }
        return released(all, released.get(), null);
    }

    private static Request checked(Request request) {
        Bounds.text(
                "An author",
                request.body().only("receipts", "discardDraft", "author").text("author", ""),
                Bounds.PERSON);
        return request;
    }

    private static Answer released(List<HoldRef> all, boolean released, @Nullable String author) {
        return Answer.ok(new JsonAnswer().with("released", released).tree())
                .did(() -> AuditEvents.released(all.stream().map(HoldRef::kept).toList(), released, author));
    }

    /** @param author the author whose draft is discarded with the hold; null for none */
    private boolean release(List<HoldRef> all, @Nullable String author) {
        List<Receipt> kept = all.stream().map(HoldRef::kept).toList();
        if (author != null && kept.size() > 1) {
            throw Problem.invalid("Submit one hold at a time: a draft belongs to one hold.");
        }
        boolean released = metrics.timed(
                "release",
                () -> author == null
                        ? locks.holds().release(kept)
                        : locks.drafts().submit(kept.get(0), author));
        if (released) {
            metrics.released(kept);
        }
        return released;
    }
}
