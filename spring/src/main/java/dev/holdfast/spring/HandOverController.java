package dev.holdfast.spring;

import dev.holdfast.servlet.CrossSite;
import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.HandOverCalls;
import dev.holdfast.session.LockProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** {@code /locks/{id}/request} asks the holder of a lock to hand it over; {@code /locks/{id}/answer} answers. */
@RestController
final class HandOverController {
    private final HandOverCalls calls;

    HandOverController(HandOverCalls calls) {
        this.calls = calls;
    }

    @RequestMapping(
            path = "/locks/{*path}",
            method = {RequestMethod.GET, RequestMethod.POST, RequestMethod.DELETE})
    ResponseEntity<Object> call(
            @PathVariable String path,
            @RequestBody(required = false) @Nullable Map<String, @Nullable Object> body,
            HttpServletRequest request,
            HttpServletResponse response) {
        ForeignPages.HEADERS.forEach(response::setHeader);
        if (CrossSite.asks(request)) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, ForeignPages.SENTENCE);
        }
        try {
            return answer(calls.call(request.getMethod(), path, body == null ? Map.of() : body));
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    /** Returns the answer as Spring sends it. */
    static ResponseEntity<Object> answer(HandOverCalls.Answer answer) {
        LockProblem problem = answer.problem();
        if (problem == null) {
            return ResponseEntity.status(answer.status()).body(answer.tree());
        }
        ProblemDetail detail =
                ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(problem.status()), problem.detail());
        detail.setTitle(problem.title());
        problem.members().forEach(detail::setProperty);
        return ResponseEntity.status(problem.status()).body(detail);
    }
}
