package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.Loss.Ending;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.util.Optional;

/** Explains why a hold does not exist any more. */
record LossProblems(LockManager locks) {
    Problem problem(Caller caller, HoldRef held) {
        return problem(caller, held, new Renewal(Optional.empty(), Optional.empty()));
    }

    /** Returns the problem for a lost hold, with the state of its draft. */
    Problem problem(Caller caller, HoldRef held, Renewal renewal) {
        return locks.holds()
                .loss(held.kept())
                .map(loss -> lost(
                                new Veil(locks, caller).of(loss),
                                renewal.draft().or(() -> kept(caller, held.resource())))
                        .did(AuditEvents.lost(held, loss, renewal)))
                .orElseGet(() -> Problem.missing("There is no hold on " + held.resource()
                                + " with this receipt: it was released, ended more than a day ago, or never existed.")
                        .with("resource", held.resource()));
    }

    private static Problem lost(Loss loss, Optional<Draft> draft) {
        // A text that came with this very call is newer than what is known of the loss.
        Loss told =
                new Loss(loss.resource(), loss.ending(), draft.map(Draft::saved).or(loss::draft));
        Problem problem = new Problem(410, "Lost", told.sentence()).with("resource", loss.resource());
        loss.ending().ifPresent(ending -> tell(problem, ending));
        return problem.with("draft", draft.map(DraftJson::receipt).orElse(null));
    }

    private static void tell(Problem problem, Ending ending) {
        problem.with("why", LockJson.label(ending.kind()))
                .with("by", ending.actor())
                .with("reason", ending.reason())
                .with("fence", ending.fence())
                .with("at", ending.at().toString());
    }

    private Optional<Draft> kept(Caller caller, String resource) {
        return caller.signedIn() && locks.admin().policy(resource).drafts()
                ? locks.drafts().get(resource, Identity.author(caller, null))
                : Optional.empty();
    }
}
