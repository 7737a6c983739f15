package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a command. */
public sealed interface Outcome {

    /** The owner holds it; {@code again} if it already did, under the same fence. */
    record Granted(Hold hold, boolean again) implements Outcome {}

    /** Another owner holds it; the caller is in the queue, at a place counted from 1. */
    record Queued(int place, List<LockView.Holder> holders) implements Outcome {}

    /**
     * Not granted, and nothing changed for the caller.
     *
     * @param holders those in the way, if any
     * @param retryAt when it makes sense to try again, if that is known
     */
    record Refused(
            Refusal.Reason reason,
            List<LockView.Holder> holders,
            @Nullable Instant retryAt) implements Outcome {}

    /** The hold goes on. */
    record Renewed(Hold hold) implements Outcome {}

    /**
     * Released or ended.
     *
     * @param holds those that are over now
     * @param heir the hold of the next waiter of the same manager, if it got the resource; or null
     */
    record Released(List<Hold> holds, @Nullable Hold heir) implements Outcome {
        public Released(List<Hold> holds) {
            this(holds, null);
        }
    }

    /** There is no such hold, or no longer. */
    record NotHeld() implements Outcome {}

    /** The holders were asked. */
    record Requested(List<OpenRequest> requests) implements Outcome {
        public Requested {
            requests = List.copyOf(requests);
        }
    }

    /**
     * No holder was asked.
     *
     * @param retryAt when the person may ask again, if that is the reason
     */
    record NotRequested(NotAsked reason, @Nullable Instant retryAt) implements Outcome {}

    /** A request was answered or withdrawn. */
    record Answered(RequestChange change) implements Outcome {}

    /** Tidied or settled. */
    record Done() implements Outcome {}

    /** Returns this outcome with the version and time of the change that brought it. */
    default Outcome stamped(long version, Instant stamp) {
        if (this instanceof Granted granted) {
            return new Granted(granted.hold().stamped(version, stamp), granted.again());
        } else if (this instanceof Renewed renewed) {
            return new Renewed(renewed.hold().stamped(version, stamp));
        } else if (this instanceof Queued queued) {
            return new Queued(queued.place(), stamped(queued.holders(), version, stamp));
        } else if (this instanceof Refused refused) {
            return new Refused(refused.reason(), stamped(refused.holders(), version, stamp), refused.retryAt());
        } else if (this instanceof Requested requested) {
            return new Requested(requested.requests().stream()
                    .map(request -> request.stamped(version, stamp))
                    .toList());
        } else if (this instanceof Answered answered) {
            RequestChange change = answered.change();
            return new Answered(
                    new RequestChange(change.request().stamped(version, stamp), change.state(), change.reply()));
        } else if (this instanceof Released released && released.heir() != null) {
            return new Released(released.holds(), released.heir().stamped(version, stamp));
        }
        return this;
    }

    /** Returns the holders with version and time. The hold in the way may be one that the very same change began. */
    private static List<LockView.Holder> stamped(List<LockView.Holder> holders, long version, Instant stamp) {
        return holders.stream()
                .map(judged -> new LockView.Holder(judged.hold().stamped(version, stamp), judged.state()))
                .toList();
    }
}
