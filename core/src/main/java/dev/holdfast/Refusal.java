package dev.holdfast;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Moments;
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
 * @param privacy what the policy of the resource lets sentences say about the holders
 */
public record Refusal(
        String resource,
        Reason reason,
        List<LockView.Holder> holders,
        @Nullable Instant retryAt,
        Instant asOf,
        @Nullable String said,
        Privacy privacy) {
    /** Why a lock was not granted. */
    public enum Reason {
        /** Another owner holds it in a mode that does not go together with the wanted one. */
        HELD,
        /** A transaction that has not ended is just taking or changing it. */
        BUSY,
        /** It is free or shared, but other callers have waited for it longer. */
        QUEUE,
        /** The queue is full, or the record of the resource has no room for another holder or waiter. */
        QUEUE_FULL,
        /** The owner holds it shared, and others hold it too; or it did not ask under the receipt of its hold. */
        UPGRADE,
        /** The owner holds it shared, and another shared holder has already asked the others to leave. */
        UPGRADING,
        /** The owner entered this hold too often without leaving it, or bound to more processes than there is room for. */
        TOO_MANY_ENTRIES,
        /** The user already has the one hold that the policy allows in this scope. */
        SLOT_TAKEN,
        /** The user acquired or released a lock a moment ago. */
        TOO_SOON,
        /** The owner was ended. */
        OWNER_ENDED
    }

    public Refusal {
        holders = List.copyOf(holders);
        retryAt = Moments.boundedOrNull(retryAt);
        asOf = Moments.bounded(asOf);
    }

    /** Makes a refusal whose sentences say everything about the holders, unless a server has made one. */
    public Refusal(
            String resource,
            Reason reason,
            List<LockView.Holder> holders,
            @Nullable Instant retryAt,
            Instant asOf,
            @Nullable String said) {
        this(resource, reason, holders, retryAt, asOf, said, Privacy.OPEN);
    }

    /** Makes a refusal without the sentence of a server. */
    public Refusal(
            String resource, Reason reason, List<LockView.Holder> holders, @Nullable Instant retryAt, Instant asOf) {
        this(resource, reason, holders, retryAt, asOf, null);
    }

    /**
     * Returns one sentence for people in that time zone: who holds it, since when, until when, why, and what to do now. It says
     * no more about the holders than the policy allows.
     */
    public String sentence(ZoneId zone) {
        return said == null ? sentence(zone, privacy) : said;
    }

    /** Returns the same for an assistant, with a holder's note quoted as the words of its author. */
    public String sentenceForAssistant(ZoneId zone) {
        return said == null ? new Sentence(this, zone, privacy, true).text() : "The server says: \"" + said + "\"";
    }

    /** Returns the sentence for readers who may know that much about the holders. */
    public String sentence(ZoneId zone, Privacy privacy) {
        return new Sentence(this, zone, privacy).text();
    }
}
