package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a holder to hand over, for as long as it may still lead to that. It is a part of the resource's record.
 *
 * @param claim what the asker gets
 * @param holder the owner of the hold that it is about, without processes
 * @param fence of that hold
 * @param message to the holder, or empty
 * @param told when the holder's program showed it, or null
 * @param until when the hold ends because of it, or null
 * @param promised whether the holder said so; else its silence leads to it
 * @param reply what the holder said to it, or empty
 * @param lease the hold's lease before its end was set; null if it is not set
 * @param unanswered when the silence of the holder is to be reported, or null
 */
public record OpenRequest(
        Claim claim,
        Owner holder,
        long fence,
        String message,
        Instant asked,
        @Nullable Instant told,
        @Nullable Instant until,
        boolean promised,
        String reply,
        @Nullable Lease lease,
        @Nullable Instant unanswered) {
    /** How long a request counts that is not answered. */
    public static final Duration LIFE = Duration.ofDays(1);

    public OpenRequest {
        asked = Moments.boundedOrStamp(asked);
        told = told == null ? null : Moments.boundedOrStamp(told);
        until = Moments.boundedOrNull(until);
        unanswered = Moments.boundedOrNull(unanswered);
    }

    static OpenRequest of(Claim claim, Hold hold, String message) {
        return new OpenRequest(
                claim,
                hold.owner().bound(List.of()),
                hold.fence(),
                message,
                Stamp.TIME,
                null,
                null,
                false,
                "",
                null,
                null);
    }

    /** Returns the person that makes a claim: a user may act as several owners. */
    public static String person(Claim claim) {
        return claim.owner().user().isEmpty()
                ? claim.owner().id()
                : claim.owner().user();
    }

    /** Returns whether it is about that hold. Readers that came in together have the same fence. */
    boolean isTo(Hold hold) {
        return fence == hold.fence() && holder.id().equals(hold.owner().id());
    }

    /** Returns it when the same holder's hold has another fence. */
    OpenRequest about(Hold hold) {
        return new OpenRequest(
                claim, holder, hold.fence(), message, asked, told, until, promised, reply, lease, unanswered);
    }

    /** @param before the hold's lease until then, or null if nothing ends it because of this request */
    OpenRequest endingAt(@Nullable Instant moment, boolean byPromise, String words, @Nullable Lease before) {
        return new OpenRequest(claim, holder, fence, message, asked, told, moment, byPromise, words, before, null);
    }

    /** @param toReport when the silence of the holder is to be reported, or null */
    OpenRequest shown(@Nullable Instant toReport) {
        return new OpenRequest(
                claim, holder, fence, message, asked, Stamp.TIME, until, promised, reply, lease, toReport);
    }

    OpenRequest reported() {
        return new OpenRequest(claim, holder, fence, message, asked, told, until, promised, reply, lease, null);
    }

    /** Returns whether it was made so long ago that it ends. One that leads to something at a known time is kept. */
    boolean over(Instant now) {
        Instant end = leadsOn() ? null : Moments.end(asked, LIFE);
        return end != null && !now.isBefore(end);
    }

    private boolean leadsOn() {
        return until != null || unanswered != null;
    }

    /** Returns how far it has come. */
    public RequestState state() {
        return promised ? RequestState.PROMISED : RequestState.OPEN;
    }

    /** Returns it as people see it. */
    public HandOverRequest on(String resource) {
        return on(resource, state(), reply, null);
    }

    /** Returns it as people see it when something became of it. */
    public HandOverRequest on(String resource, RequestState now, String words, @Nullable Instant ended) {
        return new HandOverRequest(
                resource,
                claim.id(),
                claim.owner().bound(List.of()),
                holder,
                fence,
                message,
                now,
                asked,
                told,
                until,
                words,
                ended);
    }

    /** Returns when a sweep should look at it. A promise ends with the hold. */
    Due due() {
        if (unanswered != null) {
            return new Due(unanswered, null);
        }
        return leadsOn() ? Due.NEVER : Due.at(asked, LIFE);
    }

    OpenRequest stamped(long version, Instant stamp) {
        return new OpenRequest(
                claim,
                holder,
                Stamp.version(fence, version),
                message,
                Stamp.time(asked, stamp),
                told == null ? null : Stamp.time(told, stamp),
                until,
                promised,
                reply,
                lease,
                unanswered);
    }
}
