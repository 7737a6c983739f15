package dev.holdfast.internal.model;

/** A deliberate defect, to prove that the exploration finds it. */
enum Defect {
    NONE(Law.EXCLUSION),
    /** Store: applies a change without comparing versions. */
    VERSIONS_IGNORED(Law.EXCLUSION),
    /** Store: versions start again when a record was deleted. */
    VERSIONS_RESTART(Law.FENCES),
    /** Folding: two plans for one version are sent as one change, and both callers believe its answer. */
    FOLDED_BELOW_THE_RULES(Law.EXCLUSION),
    /** Client: goes on after a renewal found nothing. */
    LOSS_IGNORED(Law.BELIEF),
    /** Client: counts its lease from the answer, also when an old grant is found again. */
    LEASE_COUNTED_FROM_ANSWER(Law.BELIEF),
    /** Client: at the clean-up age it goes on believing although its host cannot be seen. */
    CLEAN_UP_AGE_IGNORED(Law.BELIEF),
    /** Rule: the release of one entry ends the whole hold. */
    ONE_ENTRY_ENDS_ALL(Law.BELIEF),
    /** Client: a handle that lost one of two resources keeps the other. */
    REST_KEPT(Law.LEFT),
    /** Client: enters the hold that it gave up, under the old fence. */
    GIVEN_UP_ENTERED(Law.LEFT),
    /** Client: a lost acquire counts as not granted. */
    NOT_SETTLED(Law.LEFT),
    /** Client: a grant does not check that its owner was not ended meanwhile. */
    END_NOT_CHECKED(Law.ENDED),
    /** Client: a hand-over does not check that its receiver was not ended meanwhile. */
    RECEIVER_NOT_CHECKED(Law.ENDED),
    /** Client: lists the holds of an owner first and writes the marker after. */
    ENDED_AFTER_LISTING(Law.ENDED),
    /** Client: a grant leaves the record of the slot's former hold alone, which a late renewal revives. */
    FORMER_HOLD_KEPT(Law.SLOT),
    /** Client: fills a slot without comparing its version. */
    SLOT_NOT_COMPARED(Law.SLOT),
    /** Client: starts the pause of a user without comparing its version. */
    COOLDOWN_NOT_COMPARED(Law.COOLDOWN),
    /** Client: takes an unknown process for a dead one. */
    UNKNOWN_IS_DEAD(Law.ALIVE),
    /** Client: takes a living process for an unknown one, as a caller that has not looked. */
    ALIVE_IS_UNKNOWN(Law.ALIVE);

    private final Law breaks;

    Defect(Law breaks) {
        this.breaks = breaks;
    }

    Law breaks() {
        return breaks;
    }
}
