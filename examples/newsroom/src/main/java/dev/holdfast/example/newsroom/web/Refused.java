package dev.holdfast.example.newsroom.web;

import dev.holdfast.Hold;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Refusal;
import dev.holdfast.example.newsroom.article.ArticleRepository;
import dev.holdfast.example.newsroom.article.StaleArticleException;
import dev.holdfast.example.staff.Elsewhere;
import dev.holdfast.example.staff.Times;
import java.time.Duration;
import java.time.Instant;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Tells who is editing an article, since when, when it is free again, and what can be done, in the words of a newsroom. */
@RestControllerAdvice
@Order(-1) // before the starter's, which speaks of any resource
class Refused {

    @ExceptionHandler
    ProblemDetail busy(LockUnavailableException e) {
        Refusal refusal = e.refusals().get(0);
        if (refusal.holders().isEmpty()) {
            throw e; // its session ended: what the starter says will do
        }
        Hold hold = refusal.holders().get(0).hold();
        Instant until = Editing.latest(hold);
        String name = hold.owner().name();
        long minutes = Math.max(1, Duration.between(refusal.asOf(), until).toMinutes());
        boolean mine = Elsewhere.isMine(hold);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.LOCKED,
                mine
                        ? "You have been editing this article in another browser since " + Times.shown(hold.since())
                                + ". Move it here, or go on there."
                        : name + " has been editing this article since " + Times.shown(hold.since())
                                + ". It is free again in about "
                                + minutes + (minutes == 1 ? " minute" : " minutes")
                                + " at the latest: try again then, or ask "
                                + name + " to release it.");
        problem.setTitle("Being edited");
        problem.setProperty("article", ArticleRepository.articleOf(refusal.resource()));
        problem.setProperty("mine", mine);
        problem.setProperty("name", name);
        problem.setProperty("fence", hold.fence());
        problem.setProperty("since", hold.since());
        problem.setProperty("until", until);
        return problem;
    }

    @ExceptionHandler
    ProblemDetail stale(StaleArticleException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, e.getMessage());
    }
}
