package dev.holdfast.rules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One owner's grant on one resource.
 *
 * @param entries the receipts that stand for it; it ends when the last one is given back. Empty when another program
 *     wrote it
 * @param fence the version at which it was granted; later grants of the resource have larger ones
 * @param since when it was granted
 * @param active the last activity of the person or program behind it
 * @param seen the last sign of life
 * @param claimed false from the moment it is handed to a waiter until the waiter says that it knows
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
        boolean claimed) {
    /** How often one owner may enter one hold. */
    static final int MOST_ENTRIES = 64;

    public Hold {
        entries = List.copyOf(entries);
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

    /** When it ends unless it is {@linkplain #renewable renewed}, or null if time alone never ends it. */
    public @Nullable Instant until() {
        Instant until = lease.until(since, active, seen);
        return claimed ? until : Lease.earlier(until, Lease.plus(seen, Queue.HAND_OVER));
    }

    /** Whether its end is put off by renewing it; not where the limit from the grant comes first. */
    public boolean renewable() {
        Instant until = until();
        Instant last = Lease.plus(since, lease.absolute());
        return until != null && (last == null || until.isBefore(last));
    }

    /** When a sweep should look at it, also before its times are known. */
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

    /** The name by which evidence and endings speak of it: its first entry, or one made from its fence. */
    public HoldId id() {
        return entries.isEmpty() ? new HoldId(0, fence) : entries.get(0);
    }

    boolean has(HoldId id) {
        return entries.contains(id);
    }

    /**
     * With one more entry, and taken up thereby. A waiter to whom it was merely handed over may be gone, so its entry does not
     * count; one that lives enters when it looks.
     */
    Hold entered(HoldId id) {
        List<HoldId> more = new ArrayList<>(claimed ? entries : List.of());
        more.add(id);
        return new Hold(more, owner, mode, fence, since, Stamp.TIME, Stamp.TIME, lease, note, slot, true);
    }

    Hold left(HoldId id) {
        List<HoldId> fewer = new ArrayList<>(entries);
        fewer.remove(id);
        return new Hold(fewer, owner, mode, fence, since, active, seen, lease, note, slot, claimed);
    }

    Hold renewed(boolean activity, @Nullable List<ProcessId> rebound) {
        Owner now = rebound == null ? owner : owner.bound(rebound);
        Instant lastActive = activity ? Stamp.TIME : active;
        return new Hold(entries, now, mode, fence, since, lastActive, Stamp.TIME, lease, note, slot, true);
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
                claimed);
    }
}
