package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The judgement of one hold by its times, its policy and the evidence. */
public final class Judgement {
    private Judgement() {}

    /** Returns the first verdict that applies. */
    public static Verdict of(Hold hold, Policy policy, Evidence evidence, Instant now) {
        if (evidence.gone().contains(hold.id())) {
            return Verdict.DEAD;
        }
        if (hold.isOver(now)) {
            return Verdict.EXPIRED;
        }
        if (evidence.alive().contains(hold.id())) {
            return Verdict.LIVE;
        }
        boolean silent = isSilentByDesign(hold, policy);
        if (!silent && olderThan(policy.reclaimAfter(), hold, now) && !evidence.isUnseen(hold)) {
            return Verdict.EXPIRED;
        }
        boolean doubtful =
                evidence.doubtful().contains(hold.id()) || (policy.suspectAfter() == null && isNameless(hold));
        return doubtful || (!silent && olderThan(policy.suspectAfter(), hold, now)) ? Verdict.SUSPECT : Verdict.LIVE;
    }

    /**
     * Returns whether a lease without heartbeats was asked for: it ends by itself, and its holder is silent until then.
     */
    private static boolean isSilentByDesign(Hold hold, Policy policy) {
        Lease lease = hold.lease();
        return lease.grace() == null && lease.idle() != null && !lease.equals(policy.lease());
    }

    private static boolean olderThan(@Nullable Duration limit, Hold hold, Instant now) {
        Instant end = Moments.end(hold.seen(), limit);
        return end != null && !now.isBefore(end);
    }

    /** Returns whether another program wrote it without naming the holder. */
    private static boolean isNameless(Hold hold) {
        return hold.entries().isEmpty() && hold.owner().equals(Owner.UNKNOWN);
    }
}
