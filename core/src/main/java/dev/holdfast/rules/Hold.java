package dev.holdfast.rules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One owner's grant on one resource.
 *
 * @param entries the ids of its receipts; it ends when the last one is released. Empty when another program wrote it
 * @param fence the version at which it was granted; later grants of the resource have larger ones
 * @param since when it was granted
 * @param active the last activity of the user or program
 * @param seen the last heartbeat
 * @param claimed false from the moment it is handed to a waiter until the waiter confirms it
 * @param bonds for each entry, in the order of {@code entries}, the processes that it lives no longer than. The owner's
 *     processes are those of all entries; there are none as soon as one entry is bound to none
 */
public record Hold(
        List<HoldId> entries,
        Owner owner,
        Mode mode,
        long fence,
        Instant since,
        Instant active,
        Instant seen,
        Lease lease,
        String note,
        String slot,
        boolean claimed,
        List<List<ProcessId>> bonds) {
    /** How often one owner may enter one hold. */
    public static final int MOST_ENTRIES = 64;

    public Hold {
        entries = List.copyOf(entries);
        note = Text.cut(Text.shown(note), Claim.MAX_NOTE);
        since = Moments.boundedOrStamp(since);
        active = Moments.boundedOrStamp(active);
        seen = Moments.boundedOrStamp(seen);
        bonds = List.copyOf(bonds);
        if (bonds.size() != entries.size()) {
            throw new IllegalArgumentException(
                    "A hold has as many bonds as entries, not " + bonds.size() + " for " + entries.size() + ".");
        }
    }

    /** Makes a hold all of whose entries are bound to the processes of its owner. */
    public Hold(
            List<HoldId> entries,
            Owner owner,
            Mode mode,
            long fence,
            Instant since,
            Instant active,
            Instant seen,
            Lease lease,
            String note,
            String slot,
            boolean claimed) {
        this(
                entries,
                owner,
                mode,
                fence,
                since,
                active,
                seen,
                lease,
                note,
                slot,
                claimed,
                entries.size() == 1
                        ? List.of(owner.processes())
                        : Collections.nCopies(entries.size(), owner.processes()));
    }

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
                claimed);
    }

    /** Returns when it ends unless it is {@linkplain #renewable renewed}, or null if time alone never ends it. */
    public @Nullable Instant until() {
        Instant until = lease.until(since, active, seen);
        return claimed ? until : Lease.earlier(until, Lease.plus(seen, Queue.HAND_OVER));
    }

    /** Returns whether a renewal puts off its end; it does not where the limit from the grant comes first. */
    public boolean renewable() {
        Instant until = until();
        Instant last = Lease.plus(since, lease.absolute());
        return until != null && (last == null || until.isBefore(last));
    }

    /** Returns when a sweep should look at it, even before its times are known. */
    Body.Due due() {
        if (!seen.equals(Stamp.TIME) && !active.equals(Stamp.TIME)) {
            return new Body.Due(until(), null);
        }
        Body.Due due = Body.Due.at(since, lease.absolute())
                .or(Body.Due.at(active, lease.idle()))
                .or(Body.Due.at(seen, lease.grace()));
        return claimed ? due : due.or(Body.Due.at(seen, Queue.HAND_OVER));
    }

    boolean over(Instant now) {
        Instant until = until();
        return until != null && !now.isBefore(until);
    }

    /** Returns the id by which evidence and endings name it: its first entry, or one made from its fence. */
    public HoldId id() {
        return entries.isEmpty() ? new HoldId(0, fence) : entries.get(0);
    }

    /** Returns whether another program wrote it without naming the holder. */
    boolean isNameless() {
        return entries.isEmpty() && owner.equals(Owner.UNKNOWN);
    }

    boolean has(HoldId id) {
        return entries.contains(id);
    }

    /**
     * Returns this hold with one more entry, and taken up. A waiter to whom it was merely handed over may be gone, so its entry
     * does not count; one that lives enters when it looks.
     */
    Hold entered(Claim claim) {
        List<HoldId> more = new ArrayList<>(claimed ? entries : List.of());
        List<List<ProcessId>> bound = new ArrayList<>(claimed ? bonds : List.of());
        more.add(claim.id());
        bound.add(claim.owner().processes());
        return with(more, bound, Stamp.TIME, Stamp.TIME, true);
    }

    Hold left(HoldId id) {
        List<HoldId> fewer = new ArrayList<>(entries);
        List<List<ProcessId>> bound = new ArrayList<>(bonds);
        bound.remove(entries.indexOf(id));
        fewer.remove(id);
        return with(fewer, bound, active, seen, claimed);
    }

    /** @param rebound what that entry is bound to from now on, or null to leave it */
    Hold renewed(HoldId entry, boolean activity, @Nullable List<ProcessId> rebound) {
        List<List<ProcessId>> bound = bonds;
        if (rebound != null) {
            bound = new ArrayList<>(bonds);
            bound.set(entries.indexOf(entry), List.copyOf(rebound));
        }
        return with(entries, bound, activity ? Stamp.TIME : active, Stamp.TIME, true);
    }

    private Hold with(
            List<HoldId> newEntries,
            List<List<ProcessId>> bound,
            Instant newActive,
            Instant newSeen,
            boolean newClaimed) {
        Owner now = bound.equals(bonds) ? owner : owner.bound(together(bound));
        return new Hold(newEntries, now, mode, fence, since, newActive, newSeen, lease, note, slot, newClaimed, bound);
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

    /** Returns whether the history keeps it as it is. */
    boolean isPast() {
        return entries.size() <= 1
                && owner.processes().size() <= 1
                && (bonds.isEmpty() || bonds.get(0).size() <= 1);
    }

    /**
     * Returns it as the history keeps it: with its first entry, bound to the first process of that entry. All entries with all
     * that they are bound to may take megabytes.
     */
    Hold past() {
        List<ProcessId> first = owner.processes().stream().limit(1).toList();
        List<HoldId> kept = entries.stream().limit(1).toList();
        return new Hold(kept, owner.bound(first), mode, fence, since, active, seen, lease, note, slot, claimed);
    }

    Hold stamped(long version, Instant stamp) {
        return new Hold(
                entries,
                owner,
                mode,
                Stamp.version(fence, version),
                Stamp.time(since, stamp),
                Stamp.time(active, stamp),
                Stamp.time(seen, stamp),
                lease,
                note,
                slot,
                claimed,
                bonds);
    }
}
