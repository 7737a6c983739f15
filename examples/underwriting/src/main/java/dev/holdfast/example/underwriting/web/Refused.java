package dev.holdfast.example.underwriting.web;

import dev.holdfast.Hold;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Refusal;
import dev.holdfast.example.staff.Elsewhere;
import dev.holdfast.example.staff.Times;
import dev.holdfast.example.underwriting.policy.PolicyQueue;
import dev.holdfast.session.StaleVersionException;
import java.time.Instant;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Tells who works on a policy, since when and until when; the page offers what can be done. */
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
        long policy = PolicyQueue.id(refusal.resource());
        String name = hold.owner().name();
        Instant until = PolicyQueue.latest(hold);
        boolean mine = Elsewhere.isMine(hold);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.LOCKED,
                mine
                        ? "You have been working on policy " + policy + " in another browser since "
                                + Times.shown(hold.since()) + ". Move it here, or go on there."
                        : "Policy " + policy + " has been with " + name + " since " + Times.shown(hold.since())
                                + ". It is free when " + name + " saves, cancels or signs out, and at "
                                + Times.shown(until)
                                + " at the latest.");
        problem.setTitle("Being worked on");
        problem.setProperty("policy", policy);
        problem.setProperty("mine", mine);
        problem.setProperty("name", name);
        problem.setProperty("since", hold.since());
        problem.setProperty("until", until);
        return problem;
    }

    @ExceptionHandler
    ProblemDetail stale(StaleVersionException e) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "Policy " + e.id() + " was saved by another underwriter after you loaded it: open it again.");
    }
}
