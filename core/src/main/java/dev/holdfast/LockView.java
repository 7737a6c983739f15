package dev.holdfast;

import dev.holdfast.rules.Moments;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Privacy;
import dev.holdfast.rules.Text;
import dev.holdfast.rules.Ticket;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * One resource as it is now, with its holders, their times and its queue.
 *
 * @param version grows with every change of the resource; 0 if there is no record of it
 * @param holds each with a verdict; those that are dead or expired count as free
 * @param queue the waiters, in their order
 * @param asOf the store's time
 */
public record LockView(String resource, long version, List<Outcome.Judged> holds, List<Ticket> queue, Instant asOf) {
    public LockView {
        holds = List.copyOf(holds);
        queue = List.copyOf(queue);
        asOf = Moments.bounded(asOf);
    }

    /** Returns one sentence for people in that time zone: who holds it, since when, until when, and why. */
    public String sentence(ZoneId zone) {
        return sentence(zone, false);
    }

    /** Returns the same for an assistant, with a holder's note quoted as the words of its author. */
    public String sentenceForAssistant(ZoneId zone) {
        return sentence(zone, true);
    }

    private String sentence(ZoneId zone, boolean quoting) {
        if (free()) {
            return Text.name(resource) + " is free.";
        }
        List<Outcome.Judged> counting =
                holds.stream().filter(judged -> !judged.verdict().ended()).toList();
        return new Sentence(
                        new Refusal(resource, Outcome.Reason.HELD, counting, null, asOf), zone, Privacy.OPEN, quoting)
                .state();
    }

    /** Returns whether the resource is free: it has no hold, or none that still counts. */
    public boolean free() {
        return holds.stream().allMatch(judged -> judged.verdict().ended());
    }
}
