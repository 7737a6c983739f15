package dev.holdfast.spring;

import dev.holdfast.LockLostException;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.StoreException;
import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.session.LockProblem;
import dev.holdfast.session.LockProblems;
import dev.holdfast.session.StaleFenceException;
import dev.holdfast.session.StaleVersionException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers exceptions of locks with a problem (RFC 9457), whose detail is one sentence for the user. Comes before an advice of
 * the application without an order, since that may handle every exception.
 */
@RestControllerAdvice
@Order(0)
final class LockProblemAdvice {
    private final LockProblems problems;

    LockProblemAdvice(LockProblems problems) {
        this.problems = problems;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(LockUnavailableException e) {
        return answer(problems.unavailable(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notHeld(LockNotHeldException e) {
        return answer(problems.notHeld(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> lost(LockLostException e) {
        return answer(problems.lost(e));
    }

    @ExceptionHandler({StaleVersionException.class, StaleFenceException.class})
    ResponseEntity<ProblemDetail> stale(RuntimeException e) {
        return answer(problems.stale(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(StoreException e) {
        return answer(problems.failed(e));
    }

    private static ResponseEntity<ProblemDetail> answer(LockProblem problem) {
        ProblemDetail detail =
                ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(problem.status()), problem.detail());
        detail.setTitle(problem.title());
        problem.members().forEach(detail::setProperty);
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(problem.status()).headers(headers -> ForeignPages.HEADERS.forEach(headers::set));
        if (problem.retryAfter() != null) {
            answer.header(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter()));
        }
        return answer.body(detail);
    }
}
