package dev.holdfast.server.api;

import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Hold;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Members;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What whoever has a receipt may do with its hold. */
final class Holds {
    private static final int MOST_AT_ONCE = 1_000;

    private final LockManager locks;
    private final Metrics metrics;

    Holds(LockManager locks, Metrics metrics) {
        this.locks = locks;
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/holds/{receipt}/heartbeat", this::heartbeat),
                Route.post("/v1/heartbeats", this::heartbeats),
                Route.delete("/v1/holds/{receipt}", this::release));
    }

    private static Receipt receipt(String text) {
        try {
            return Receipt.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.missing("That is no receipt. " + e.getMessage());
        }
    }

    private Answer heartbeat(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        Members body = request.body().only("active");
        Receipt receipt = receipt(request.value());
        Optional<Hold> hold = renew(receipt, body.flag("active", true));
        return hold.map(Holds::alive).map(Answer::ok).orElseThrow(() -> lost(receipt));
    }

    private Optional<Hold> renew(Receipt receipt, boolean active) {
        Optional<Hold> hold = metrics.timed("renew", () -> locks.renew(receipt, active));
        metrics.beat(hold.isPresent());
        return hold;
    }

    private static Map<String, @Nullable Object> alive(Hold hold) {
        Instant until = hold.until();
        return new JsonAnswer()
                .with("until", until == null ? null : until.toString())
                .with(
                        "remainingSeconds",
                        until == null
                                ? null
                                : Duration.between(hold.seen(), until).toSeconds())
                .tree();
    }

    private Problem lost(Receipt receipt) {
        Optional<Loss> loss = locks.loss(receipt);
        return loss.map(known -> new Problem(410, "Lost", known.sentence())
                        .with("resource", receipt.resource())
                        .with(
                                "why",
                                known.ending()
                                        .map(ending -> LockJson.label(ending.kind()))
                                        .orElse(null))
                        .with("by", known.ending().map(ending -> ending.actor()).orElse(null))
                        .with(
                                "reason",
                                known.ending().map(ending -> ending.reason()).orElse(null)))
                .orElseGet(() -> Problem.missing(
                                "There is no hold on " + receipt.resource()
                                        + " with that receipt: it was given back, or is over for longer than a day, or never was.")
                        .with("resource", receipt.resource()));
    }

    /** One answer for each, so that one that is lost keeps no other from being renewed. */
    private Answer heartbeats(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        Members body = request.body().only("receipts", "active");
        List<String> receipts = body.texts("receipts");
        if (receipts.isEmpty() || receipts.size() > MOST_AT_ONCE) {
            throw Problem.invalid("'receipts' must be a list of 1 to " + MOST_AT_ONCE + " receipts.");
        }
        boolean active = body.flag("active", true);
        List<Receipt> all = receipts.stream().map(Holds::receipt).toList();
        return Answer.ok(new JsonAnswer()
                .with(
                        "holds",
                        all.stream().map(receipt -> beat(receipt, active)).toList())
                .tree());
    }

    private Map<String, @Nullable Object> beat(Receipt receipt, boolean active) {
        Optional<Hold> hold = renew(receipt, active);
        JsonAnswer answer =
                new JsonAnswer().with("resource", receipt.resource()).with("held", hold.isPresent());
        if (hold.isPresent()) {
            alive(hold.get()).forEach(answer::with);
        } else {
            answer.with("detail", lost(receipt).getMessage());
        }
        return answer.tree();
    }

    private Answer release(Request request) {
        request.caller().require(Caller.Role.EDITOR);
        Receipt receipt = receipt(request.value());
        if (metrics.timed("release", () -> locks.release(receipt))) {
            metrics.released();
        }
        return Answer.nothing();
    }
}
