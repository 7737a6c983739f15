package dev.holdfast.spring;

import dev.holdfast.LockLostException;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Locks;
import dev.holdfast.Refusal;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Privacy;
import dev.holdfast.store.OutcomeUnknownException;
import dev.holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers what locks prevented as a problem (RFC 9457) with one sentence for the person as its detail. It comes before an advice
 * of the application that says nothing of its order, since that may be for every exception there is.
 */
@RestControllerAdvice
@Order(0)
final class LockProblems {
    private static final Log LOG = LogFactory.getLog(LockProblems.class);
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final Locks locks;
    private final String help;

    /**
     * @param help how to ask for a release; may be empty
     */
    LockProblems(Locks locks, String help) {
        this.locks = locks;
        this.help = help;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(LockUnavailableException e) {
        List<Refusal> refusals = e.refusals();
        HttpStatus status = status(refusals.get(0).reason());
        String detail = refusals.stream()
                .map(refusal -> Refusals.sentence(refusal, locks))
                .collect(Collectors.joining(" "));
        boolean passes = status == HttpStatus.LOCKED || status == HttpStatus.TOO_MANY_REQUESTS;
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                status, status == HttpStatus.LOCKED && !help.isEmpty() ? detail + " " + help : detail);
        problem.setTitle(title(status));
        problem.setProperty("why", LockJson.label(refusals.get(0).reason()));
        problem.setProperty("holders", holders(refusals));
        return answer(problem, passes ? pause(refusals) : null);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notHeld(LockNotHeldException e) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, e.getMessage());
        problem.setTitle("Not locked");
        problem.setProperty("resource", e.resource());
        return answer(problem, null);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> lost(LockLostException e) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.GONE, Refusals.sentence(e.loss(), locks));
        problem.setTitle("Lost");
        problem.setProperty("resource", e.loss().resource());
        return answer(problem, null);
    }

    /** Where the store is, and what is wrong with it, is for the log. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(StoreException e) {
        LOG.warn(e.getMessage());
        boolean unknown = e instanceof OutcomeUnknownException;
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE,
                unknown
                        ? "It is not known whether the lock was changed: look at it again in a moment."
                        : "The locks cannot be reached just now, and nothing was changed: try again in a moment.");
        problem.setTitle(unknown ? "Outcome unknown" : "Store unavailable");
        return answer(problem, 2L);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem, @Nullable Long retryAfter) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(problem.getStatus());
        if (retryAfter != null) {
            answer.header(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter));
        }
        return answer.body(problem);
    }

    private static HttpStatus status(Outcome.Reason reason) {
        return switch (reason) {
            case HELD, LINE, LINE_FULL -> HttpStatus.LOCKED;
            case UPGRADE, TOO_MANY_ENTRIES, SLOT_TAKEN -> HttpStatus.CONFLICT;
            case TOO_SOON -> HttpStatus.TOO_MANY_REQUESTS;
            case OWNER_ENDED -> HttpStatus.GONE;
        };
    }

    private static String title(HttpStatus status) {
        return switch (status) {
            case LOCKED -> "Locked";
            case TOO_MANY_REQUESTS -> "Too soon";
            case GONE -> "Owner ended";
            default -> "Conflict";
        };
    }

    private List<Map<String, @Nullable Object>> holders(List<Refusal> refusals) {
        return refusals.stream()
                .flatMap(refusal -> refusal.holders().stream().map(judged -> holder(refusal.resource(), judged.hold())))
                .toList();
    }

    private Map<String, @Nullable Object> holder(String resource, Hold hold) {
        Privacy privacy = locks.policy(resource).privacy();
        boolean open = privacy == Privacy.OPEN;
        Map<String, @Nullable Object> holder = new LinkedHashMap<>();
        holder.put("resource", resource);
        holder.put("name", privacy == Privacy.HIDDEN ? null : hold.owner().name());
        holder.put("since", open ? hold.since().toString() : null);
        holder.put("until", open && hold.until() != null ? hold.until().toString() : null);
        holder.put("note", open ? hold.note() : "");
        return holder;
    }

    /** In whole seconds: until the first of them may be free, as far as that may be told. */
    private long pause(List<Refusal> refusals) {
        Instant asOf = refusals.get(0).asOf();
        Duration pause = refusals.stream()
                .filter(refusal -> refusal.reason() == Outcome.Reason.TOO_SOON
                        || locks.policy(refusal.resource()).privacy() == Privacy.OPEN)
                .flatMap(refusal -> Stream.concat(
                        Stream.ofNullable(refusal.retryAt()),
                        refusal.holders().stream()
                                .map(judged -> judged.hold().until())
                                .filter(Objects::nonNull)))
                .map(moment -> Duration.between(asOf, moment))
                .min(Duration::compareTo)
                .orElse(USUAL_PAUSE);
        Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        return Math.max(1, bounded.plusMillis(999).toSeconds());
    }
}
