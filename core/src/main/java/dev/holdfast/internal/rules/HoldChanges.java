package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body.Due;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps in the life of a hold: granted, handed over, entered again, renewed, left. Each returns the hold as it is then. */
final class HoldChanges {
    private HoldChanges() {}

    static Hold granted(Claim claim) {
        return granted(claim, true);
    }

    static Hold handedTo(Claim claim) {
        return granted(claim, false);
    }

    private static Hold granted(Claim claim, boolean claimed) {
        return new Hold(
                List.of(claim.id()),
                claim.owner(),
                claim.mode(),
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                claim.lease(),
                claim.note(),
                claim.slot(),
                claimed,
                List.of(claim.owner().processes()),
                claim.type());
    }

    /** Returns when a sweep should look at it, even before its times are known. */
    static Due due(Hold hold) {
        if (!hold.seen().equals(Stamp.TIME) && !hold.active().equals(Stamp.TIME)) {
            return new Due(hold.until(), null);
        }
        Due due = Due.at(hold.since(), hold.lease().absolute())
                .or(Due.at(hold.active(), hold.lease().idle()))
                .or(Due.at(hold.seen(), hold.lease().grace()));
        return FirstLease.isUnconfirmed(hold) ? due.or(Due.at(hold.seen(), Hold.TAKE_UP)) : due;
    }

    /**
     * Returns the hold with one more entry. A waiter to whom it was handed over may count on it before it has confirmed it, so
     * its entry stays. A note of the claim replaces that of the hold.
     */
    static Hold entered(Hold hold, Claim claim) {
        List<HoldId> more = new ArrayList<>(hold.entries());
        List<List<ProcessId>> bound = new ArrayList<>(hold.bonds());
        more.add(claim.id());
        bound.add(claim.owner().processes());
        String note = claim.note().isEmpty() ? hold.note() : claim.note();
        return with(hold, more, bound, Stamp.TIME, Stamp.TIME, hold.claimed(), note);
    }

    static Hold left(Hold hold, HoldId entry) {
        List<HoldId> fewer = new ArrayList<>(hold.entries());
        List<List<ProcessId>> bound = new ArrayList<>(hold.bonds());
        bound.remove(hold.entries().indexOf(entry));
        fewer.remove(entry);
        // What the receiver of a hand-over leaves to other entries, these have confirmed.
        boolean confirmed = isConfirmed(hold, entry);
        return with(hold, fewer, bound, hold.active(), hold.seen(), confirmed, hold.note());
    }

    /** @param rebound what that entry is bound to from now on, or null to leave it */
    static Hold renewed(Hold hold, HoldId entry, boolean activity, @Nullable List<ProcessId> rebound) {
        List<List<ProcessId>> bound = hold.bonds();
        if (rebound != null) {
            bound = new ArrayList<>(bound);
            bound.set(hold.entries().indexOf(entry), List.copyOf(rebound));
        }
        Instant active = activity ? Stamp.TIME : hold.active();
        return with(hold, hold.entries(), bound, active, Stamp.TIME, isConfirmed(hold, entry), hold.note());
    }

    /** Returns whether a hold is confirmed once that entry has renewed it, or has left it to others. */
    private static boolean isConfirmed(Hold hold, HoldId entry) {
        return hold.claimed() || !FirstLease.isOver(hold, entry);
    }

    /** Returns the hold of an entry that has its whole lease. */
    static Hold confirmed(Hold hold) {
        return with(hold, hold.entries(), hold.bonds(), hold.active(), hold.seen(), true, hold.note());
    }

    /** Returns a shared hold as an exclusive one of the same age, with a fence of its own. */
    static Hold upgraded(Hold hold) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                hold.since(),
                Stamp.TIME,
                Stamp.TIME,
                hold.lease(),
                hold.note(),
                hold.slot(),
                true,
                hold.bonds(),
                hold.type());
    }

    /** Returns the hold under another lease, whose times count from the same moments. */
    static Hold leased(Hold hold, Lease lease) {
        return new Hold(
                hold.entries(),
                hold.owner(),
                hold.mode(),
                hold.fence(),
                hold.since(),
                hold.active(),
                hold.seen(),
                lease,
                hold.note(),
                hold.slot(),
                hold.claimed(),
                hold.bonds(),
                hold.type());
    }

    private static Hold with(
            Hold hold,
            List<HoldId> entries,
            List<List<ProcessId>> bound,
            Instant active,
            Instant seen,
            boolean claimed,
            String note) {
        Owner owner = bound.equals(hold.bonds()) ? hold.owner() : hold.owner().bound(together(bound));
        return new Hold(
                entries,
                owner,
                hold.mode(),
                hold.fence(),
                hold.since(),
                active,
                seen,
                hold.lease(),
                note,
                hold.slot(),
                claimed,
                bound,
                hold.type());
    }

    /** Returns the processes that must all be gone before all of those bonds are over; none if one bond never is. */
    private static List<ProcessId> together(List<List<ProcessId>> bonds) {
        Set<ProcessId> all = new LinkedHashSet<>();
        for (List<ProcessId> bond : bonds) {
            if (bond.isEmpty()) {
                return List.of();
            }
            all.addAll(bond);
        }
        return List.copyOf(all);
    }
}
