package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;

/**
 * The first lease of a hold that was handed to a waiter. It is short, and ends when the receiver confirms the hold: by its first
 * renewal, or by asking. The receiver's is the first entry; others of its owner may have entered meanwhile, with whole leases.
 */
public final class FirstLease {
    private FirstLease() {}

    /** Returns whether that entry has the whole lease of its hold. */
    public static boolean isOver(Hold hold, HoldId entry) {
        return hold.claimed() || hold.entries().indexOf(entry) > 0;
    }

    /** Returns whether no entry has confirmed the hold. */
    static boolean isUnconfirmed(Hold hold) {
        return !hold.claimed() && hold.entries().size() == 1;
    }

    /** Returns the hold as that entry may count on it: with a first lease only if the entry is that of the receiver. */
    public static Hold seenBy(HoldId entry, Hold hold) {
        return !hold.claimed() && isOver(hold, entry) ? HoldChanges.confirmed(hold) : hold;
    }
}
