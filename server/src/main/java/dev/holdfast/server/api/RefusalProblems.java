package dev.holdfast.server.api;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.identity.Veil;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why a lock was not granted: with sentences for users, with status and members for programs. */
final class RefusalProblems {
    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(5);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    private RefusalProblems() {}

    static Problem problem(List<Refusal> refusals, Instant asOf, Veil veil) {
        Refusal.Reason reason = refusals.get(0).reason();
        String detail =
                refusals.stream().map(refusal -> sentence(refusal, veil)).collect(Collectors.joining(" "));
        List<Map<String, @Nullable Object>> all = refusals.stream()
                .map(refusal ->
                        veil.refusal(veiled(refusal, veil), LockJson.label(refusal.reason()), sentence(refusal, veil)))
                .toList();
        Problem problem = new Problem(status(reason), title(reason), detail)
                .with("why", LockJson.label(reason))
                .with("holders", all.stream().flatMap(RefusalProblems::holders).toList())
                .with("refusals", all)
                .with("asOf", asOf.toString());
        if (isByPolicy(reason)) {
            problem.denied(
                    LockJson.label(reason),
                    refusals.stream().map(Refusal::resource).toList());
        }
        return isTemporary(reason)
                ? problem.header("Retry-After", Long.toString(pause(refusals, asOf, veil)))
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
            case HELD, QUEUE, UPGRADE -> false;
            case QUEUE_FULL, TOO_MANY_ENTRIES, SLOT_TAKEN, TOO_SOON, OWNER_ENDED -> true;
        };
    }

    private static int status(Refusal.Reason reason) {
        return switch (reason) {
            case HELD, QUEUE, QUEUE_FULL -> 423;
            case UPGRADE, TOO_MANY_ENTRIES, SLOT_TAKEN -> 409;
            case TOO_SOON -> 429;
            case OWNER_ENDED -> 410;
        };
    }

    private static String title(Refusal.Reason reason) {
        return switch (reason) {
            case HELD, QUEUE, QUEUE_FULL -> "Locked";
            case UPGRADE, TOO_MANY_ENTRIES, SLOT_TAKEN -> "Conflict";
            case TOO_SOON -> "Too soon";
            case OWNER_ENDED -> "Owner ended";
        };
    }

    /** Returns whether the refusal may be over some time later. */
    private static boolean isTemporary(Refusal.Reason reason) {
        return status(reason) == 423 || status(reason) == 429;
    }

    /** Returns the seconds until the first lock may be free, as far as is known. */
    private static long pause(List<Refusal> refusals, Instant asOf, Veil veil) {
        Duration pause = refusals.stream()
                .filter(refusal -> tellsWhen(refusal, veil))
                .flatMap(refusal -> Stream.concat(
                        Stream.ofNullable(refusal.retryAt()),
                        refusal.holders().stream()
                                .map(judged -> judged.hold().until())
                                .filter(Objects::nonNull)))
                .map(moment -> Duration.between(asOf, moment))
                .min(Duration::compareTo)
                .orElse(DEFAULT_PAUSE);
        Duration bounded = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
        return Math.max(1, bounded.plusMillis(999).toSeconds());
    }
}
