package dev.holdfast.rules;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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

    public static Verdict of(Hold hold, Policy policy, Evidence evidence, Instant now) {
        if (evidence.gone().contains(hold.id())) {
            return DEAD;
        }
        if (hold.over(now)) {
            return EXPIRED;
        }
        if (evidence.alive().contains(hold.id())) {
            return LIVE;
        }
        if (olderThan(policy.cleanUp(), hold, now) && !evidence.isUnseen(hold)) {
            return EXPIRED;
        }
        boolean doubtful = evidence.doubtful().contains(hold.id()) || (policy.trust() == null && hold.isNameless());
        return doubtful || olderThan(policy.trust(), hold, now) ? SUSPECT : LIVE;
    }

    private static boolean olderThan(@Nullable Duration limit, Hold hold, Instant now) {
        Instant end = Lease.plus(hold.seen(), limit);
        return end != null && !now.isBefore(end);
    }
}
