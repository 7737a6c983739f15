package dev.holdfast.server.api;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.RefusalStatus;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.identity.Veil;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why a lock was not granted: with sentences for users, with status and members for programs. */
final class RefusalProblems {
    private RefusalProblems() {}

    static Problem problem(List<Refusal> refusals, Instant asOf, Veil veil) {
        Refusal.Reason reason = refusals.get(0).reason();
        String detail =
                refusals.stream().map(refusal -> sentence(refusal, veil)).collect(Collectors.joining(" "));
        List<Map<String, @Nullable Object>> all = refusals.stream()
                .map(refusal ->
                        veil.refusal(veiled(refusal, veil), LockJson.label(refusal.reason()), sentence(refusal, veil)))
                .toList();
        Problem problem = new Problem(RefusalStatus.of(reason), RefusalStatus.title(reason), detail)
                .with("why", LockJson.label(reason))
                .with("holders", all.stream().flatMap(RefusalProblems::holders).toList())
                .with("refusals", all)
                .with("asOf", asOf.toString());
        if (isByPolicy(reason)) {
            problem.denied(
                    LockJson.label(reason),
                    refusals.stream().map(Refusal::resource).toList());
        }
        return RefusalStatus.isTemporary(reason)
                ? problem.header(
                        "Retry-After",
                        Long.toString(RefusalStatus.pause(
                                refusals.stream().filter(refusal -> tellsWhen(refusal, veil)), asOf)))
                : problem;
    }

    private static String sentence(Refusal refusal, Veil veil) {
        return refusal.sentence(ZoneOffset.UTC, veil.privacy(refusal));
    }

    /** Hides when to try again from callers that must not know when a hold ends. */
    private static Refusal veiled(Refusal refusal, Veil veil) {
        return tellsWhen(refusal, veil)
                ? refusal
                : new Refusal(refusal.resource(), refusal.reason(), refusal.holders(), null, refusal.asOf());
    }

    private static boolean tellsWhen(Refusal refusal, Veil veil) {
        return refusal.reason() == Refusal.Reason.TOO_SOON || veil.privacy(refusal) == Privacy.OPEN;
    }

    private static Stream<?> holders(Map<String, @Nullable Object> refusal) {
        return refusal.get("holders") instanceof List<?> holders ? holders.stream() : Stream.empty();
    }

    /** Returns whether a policy forbids it, as opposed to a lock that is in use. */
    private static boolean isByPolicy(Refusal.Reason reason) {
        return switch (reason) {
            case HELD, BUSY, QUEUE, UPGRADE, UPGRADING -> false;
            case QUEUE_FULL, TOO_MANY_ENTRIES, SLOT_TAKEN, TOO_SOON, OWNER_ENDED -> true;
        };
    }
}
