package dev.holdfast;

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
