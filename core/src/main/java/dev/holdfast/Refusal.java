package dev.holdfast;

import dev.holdfast.rules.Moments;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Privacy;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a resource was not granted.
 *
 * @param holders those in the way, each with a verdict
 * @param retryAt when it makes sense to try again, if that is known
 * @param asOf the store's time of the refusal
 * @param said the whole sentence, from a server that does not show everything about the holders; else null
 */
public record Refusal(
        String resource,
        Outcome.Reason reason,
        List<Outcome.Judged> holders,
        @Nullable Instant retryAt,
        Instant asOf,
        @Nullable String said) {
    public Refusal {
        holders = List.copyOf(holders);
        retryAt = Moments.boundedOrNull(retryAt);
        asOf = Moments.bounded(asOf);
    }

    public Refusal(
            String resource,
            Outcome.Reason reason,
            List<Outcome.Judged> holders,
            @Nullable Instant retryAt,
            Instant asOf) {
        this(resource, reason, holders, retryAt, asOf, null);
    }

    static Refusal of(String resource, Outcome.Refused refused, Instant asOf) {
        return new Refusal(resource, refused.reason(), refused.holders(), refused.retryAt(), asOf);
    }

    /** Returns one sentence for people in that time zone: who holds it, since when, until when, why, and what to do now. */
    public String sentence(ZoneId zone) {
        return said == null ? sentence(zone, Privacy.OPEN) : said;
    }

    /** Returns the same for an assistant, with a holder's note quoted as the words of its author. */
    public String sentenceForAssistant(ZoneId zone) {
        return said == null ? new Sentence(this, zone, Privacy.OPEN, true).text() : "The server says: \"" + said + "\"";
    }

    /** Returns the sentence for readers who may not know everything about the holders. */
    public String sentence(ZoneId zone, Privacy privacy) {
        return new Sentence(this, zone, privacy).text();
    }
}
