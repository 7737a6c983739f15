package dev.holdfast.internal.rules;

import dev.holdfast.Draft;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.ProcessId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command on one resource. */
public sealed interface Command {

    /**
     * The acquisition of the resource.
     *
     * @param queue whether to join the queue if it is not free
     * @param takeover the takeover from its holder, or null
     * @param behind how many others wait behind it in the same manager
     * @param readers if it is a reader: those directly behind it, who come in together with it
     */
    record Acquire(Claim claim, boolean queue, @Nullable Takeover takeover, int behind, List<Claim> readers)
            implements Command {
        public Acquire {
            readers = List.copyOf(readers);
        }

        public Acquire(Claim claim, boolean queue, @Nullable Takeover takeover) {
            this(claim, queue, takeover, 0);
        }

        public Acquire(Claim claim, boolean queue, @Nullable Takeover takeover, int behind) {
            this(claim, queue, takeover, behind, List.of());
        }

        public Acquire with(List<Claim> others) {
            return new Acquire(claim, queue, takeover, behind, others);
        }
    }

    /**
     * The reservation of the resource, together with all others that the same request is for: it waits for them, holds none,
     * and takes all of them in one step when it is its turn everywhere.
     *
     * @param asked when the request was first refused, by the store's clock: the reservations of older requests go first
     */
    record Reserve(Claim claim, Instant asked) implements Command {}

    /** The deliberate act of taking what another holds. */
    record Takeover(String actor, String reason) {}

    /**
     * A heartbeat, which also takes up a hold that was handed over.
     *
     * @param activity whether the user or program did something since the last one, and is not merely present
     * @param rebind the processes it is bound to from now on; none unbinds; null leaves it
     * @param draft unfinished text to keep with it, or null
     */
    record Renew(HoldId entry, boolean activity, @Nullable List<ProcessId> rebind, Draft.@Nullable Edit draft)
            implements Command {
        public Renew(HoldId entry, boolean activity, @Nullable List<ProcessId> rebind) {
            this(entry, activity, rebind, null);
        }
    }

    /**
     * The release of one entry; the hold ends with its last one. A waiting request leaves the queue.
     *
     * @param submitted the author whose draft is deleted with it, since its work is done; or null
     * @param relay the waiters of the manager that releases it, or null
     */
    record Release(
            HoldId entry,
            @Nullable String submitted,
            @Nullable Relay relay) implements Command {
        public Release(HoldId entry) {
            this(entry, null);
        }

        public Release(HoldId entry, @Nullable String submitted) {
            this(entry, submitted, null);
        }

        public Release to(Relay waiters) {
            return new Release(entry, submitted, waiters);
        }
    }

    /** The release of an owner's hold on the resource, and the withdrawal of the owner's waiting requests. */
    record ReleaseOwner(String owner) implements Command {}

    /**
     * The forced end of holds, on behalf of an actor other than the holder.
     *
     * @param as its name in the history
     * @param fence the hold that it is about; null for every hold
     */
    record Force(
            LockEvent.EventKind as,
            String actor,
            String reason,
            @Nullable Long fence) implements Command {
        public Force(LockEvent.EventKind as, String actor, String reason) {
            this(as, actor, reason, null);
        }

        public Force(String actor, String reason) {
            this(LockEvent.EventKind.FORCED, actor, reason);
        }

        /** Returns a copy that ends the hold with that fence, and no other. */
        public Force only(long hold) {
            return new Force(as, actor, reason, hold);
        }
    }

    /** The removal of what is over: ended holds, dead waiters, old marks. */
    record Tidy() implements Command {}

    /** A mark with which a change that may still be on its way can never apply. */
    record Settle() implements Command {}

    /** A request to all holders in the way of that claim to hand over. */
    record Ask(Claim claim, String message) implements Command {}

    /** The answer of a holder to a request. */
    record Respond(String holder, HoldId request, Reply reply) implements Command {}

    /**
     * The note that the holder was shown a request.
     *
     * @param request its id, or null for all requests to that holder
     */
    record Show(String holder, @Nullable HoldId request) implements Command {
        public Show(String holder) {
            this(holder, null);
        }

        boolean isAbout(Claim claim) {
            return request == null || claim.id().equals(request);
        }
    }

    /** The wish of a holder not to be asked, or to be asked again. */
    record Mute(String holder, boolean muted) implements Command {}

    /** The withdrawal of a request, or of all requests of an owner. */
    record Withdraw(@Nullable HoldId request, @Nullable String owner) implements Command {
        public Withdraw(HoldId request) {
            this(request, null);
        }

        public Withdraw(String owner) {
            this(null, owner);
        }

        boolean isAbout(Claim claim) {
            return claim.id().equals(request) || claim.owner().id().equals(owner);
        }
    }
}
