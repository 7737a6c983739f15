package dev.holdfast.internal.rules.model;

/** A deliberate defect, to prove that the exploration would find it. */
enum Flaw {
    NONE(Invariant.EXCLUSION),
    /** Rule: a reader is let in beside a writer. */
    SHARED_BESIDE_EXCLUSIVE(Invariant.EXCLUSION),
    /** Rule: the first in the queue is handed the resource while another still has it. */
    HANDED_OVER_TOO_EARLY(Invariant.EXCLUSION),
    /** Rule: a client that was handed the resource also stays in the queue. */
    TICKET_KEPT(Invariant.ONCE),
    /** Rule: a hand-over takes the fence of the hold before it. */
    FENCE_INHERITED(Invariant.FENCES),
    /** Store: versions start anew when a record was deleted. */
    VERSIONS_RESTART(Invariant.FENCES),
    /** Store: writes without looking at the version. */
    VERSION_IGNORED(Invariant.BELIEF),
    /** Store: applies those changes of a group whose version matches. */
    GROUP_SPLIT(Invariant.BELIEF),
    /** Rule: a release ends whatever hold it finds. */
    OLD_ENTRY_ENDS_NEW_HOLD(Invariant.BELIEF),
    /** Client: counts its lease longer than the store does. */
    LEASE_COUNTED_LONGER(Invariant.BELIEF),
    /** Client: counts the whole lease from when it is told again of a hold it already had. */
    LEASE_COUNTED_ANEW(Invariant.BELIEF),
    /** Client: leaves out of a group what needs no change, and so does not notice that it changed. */
    UNCHANGED_NOT_CHECKED(Invariant.BELIEF),
    /** Client: looks at the record instead of writing a mark. */
    SETTLED_BY_LOOKING(Invariant.PHANTOM),
    /** Client: writes no mark when a record is where it had expected none. */
    NO_MARK_ON_CONFLICT(Invariant.PHANTOM),
    /** Client: takes its grant in the record for the outcome of the change it lost, though an earlier one made it. */
    SHOWN_IS_ENOUGH(Invariant.PHANTOM),
    /** Client: is refused one of two and keeps the other, from a grant whose answer it never got. */
    REFUSED_BUT_KEPT(Invariant.PHANTOM),
    /** Rule: a marked record goes with its last hold. */
    MARK_GOES_WITH_HOLD(Invariant.PHANTOM),
    /** Time: a mark is over while the change it was written against is still in flight. */
    MARK_TOO_SHORT(Invariant.PHANTOM),
    /** Store: a change may arrive twice. */
    DELIVERED_TWICE(Invariant.PHANTOM),
    /** Rule: a dead waiter keeps its place. */
    DEAD_WAITER_KEPT(Invariant.STUCK),
    /** Rule: nothing is handed over. */
    NOT_HANDED_OVER(Invariant.STUCK),
    /** Client: waits to be told, and never asks again. */
    WAITER_NEVER_ASKS(Invariant.STUCK);

    private final Invariant breaks;

    Flaw(Invariant breaks) {
        this.breaks = breaks;
    }

    Invariant breaks() {
        return breaks;
    }
}
