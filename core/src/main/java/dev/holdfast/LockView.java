package dev.holdfast;

import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Text;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * One resource as it is now, with its holders, their times and its queue.
 *
 * @param version grows with every change of the resource; 0 if there is no record of it
 * @param holders each with its state; those that are dead or expired count as free
 * @param queue the waiters, in their order
 * @param requests the requests to its holders that have no final answer yet, in their order
 * @param asOf the store's time
 */
public record LockView(
        String resource,
        long version,
        List<Holder> holders,
        List<WaitingCaller> queue,
        List<HandOverRequest> requests,
        Instant asOf) {
    /**
     * A holder and what may be done about it.
     *
     * @param state whether it still counts
     */
    public record Holder(Hold hold, Verdict state) {
        /** Returns the name that people are shown. */
        public String name() {
            return hold.owner().name();
        }

        /** Returns when it was granted. */
        public Instant since() {
            return hold.since();
        }

        /** Returns when it ends unless it is renewed; empty if time alone never ends it. */
        public Optional<Instant> until() {
            return Optional.ofNullable(hold.until());
        }
    }

    /**
     * A caller in the queue.
     *
     * @param id by which a caller recognises its own place
     * @param since when it joined the queue
     * @param seen its last heartbeat
     * @param behind how many others wait directly behind it whose names are known to its own program alone
     */
    public record WaitingCaller(HoldId id, Owner owner, Mode mode, Instant since, Instant seen, int behind) {}

    public LockView {
        holders = List.copyOf(holders);
        queue = List.copyOf(queue);
        requests = List.copyOf(requests);
        asOf = Moments.bounded(asOf);
    }

    /** Makes a view of a resource whose holders are not asked for it. */
    public LockView(String resource, long version, List<Holder> holders, List<WaitingCaller> queue, Instant asOf) {
        this(resource, version, holders, queue, List.of(), asOf);
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
        List<Holder> counting =
                holders.stream().filter(judged -> !judged.state().ended()).toList();
        return new Sentence(
                        new Refusal(resource, Refusal.Reason.HELD, counting, null, asOf), zone, Privacy.OPEN, quoting)
                .state();
    }

    /** Returns how many callers wait. */
    public int waiting() {
        return queue.size() + queue.stream().mapToInt(WaitingCaller::behind).sum();
    }

    /** Returns whether the resource is free: it has no hold, or none that still counts. */
    public boolean free() {
        return holders.stream().allMatch(judged -> judged.state().ended());
    }

    /** The judgement of a hold that looks abandoned: the first one that applies. */
    public enum Verdict {
        /** Every process it is bound to is proven gone: it may be taken. */
        DEAD,
        /** Its time is over by the store's clock, even if its process runs: it may be taken. */
        EXPIRED,
        /**
         * Older than the policy trusts, with an unknown holder, or bound to processes that have probably ended; but nothing is
         * proven. Only a person or an explicit option may take it.
         */
        SUSPECT,
        /** Held. */
        LIVE;

        /** Returns whether the resource counts as free of that hold. */
        public boolean ended() {
            return this == DEAD || this == EXPIRED;
        }
    }
}
