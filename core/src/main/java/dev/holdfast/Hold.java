package dev.holdfast;

import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One owner's grant on one resource.
 *
 * @param entries the ids of its receipts; it ends when the last one is released. Empty when another program wrote it
 * @param fence the version at which it was granted; later grants of the resource have larger ones
 * @param since when it was granted
 * @param active the last activity of the user or program
 * @param seen the last heartbeat
 * @param claimed false from the moment it is handed to a waiter, with the first entry, until the waiter confirms it
 * @param bonds for each entry, in the order of {@code entries}, the processes that it lives no longer than. The owner's
 *     processes are those of all entries; there are none as soon as one entry is bound to none
 * @param type the {@linkplain LockRequest#type lock type} that was asked for, or empty
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
        List<List<ProcessId>> bonds,
        String type) {
    /** How often one owner may enter one hold. */
    public static final int MAX_ENTRIES = 64;
    /** The time in which a waiter has to take up a hold that was handed to it. */
    public static final Duration TAKE_UP = Duration.ofSeconds(5);

    /** Characters of a note. */
    public static final int MAX_NOTE = 4096;

    public Hold {
        entries = List.copyOf(entries);
        note = Text.cut(Text.shown(note), MAX_NOTE);
        since = Moments.boundedOrStamp(since);
        active = Moments.boundedOrStamp(active);
        seen = Moments.boundedOrStamp(seen);
        bonds = List.copyOf(bonds);
        if (bonds.size() != entries.size()) {
            throw new IllegalArgumentException(
                    "A hold has as many bonds as entries, not " + bonds.size() + " for " + entries.size() + ".");
        }
    }

    /** Makes a hold for which no lock type was asked for. */
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
            boolean claimed,
            List<List<ProcessId>> bonds) {
        this(entries, owner, mode, fence, since, active, seen, lease, note, slot, claimed, bonds, "");
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

    /** Returns when it ends unless it is {@linkplain #renewable renewed}, or null if time alone never ends it. */
    public @Nullable Instant until() {
        Instant until = Moments.earlier(
                Moments.earlier(Moments.end(since, lease.absolute()), Moments.end(active, lease.idle())),
                Moments.end(seen, lease.grace()));
        // Another entry than that of the receiver has confirmed it.
        boolean confirmed = claimed || entries.size() > 1;
        return confirmed ? until : Moments.earlier(until, Moments.end(seen, TAKE_UP));
    }

    /** Returns whether a renewal puts off its end; it does not where the limit from the grant comes first. */
    public boolean renewable() {
        Instant until = until();
        Instant last = Moments.end(since, lease.absolute());
        return until != null && (last == null || until.isBefore(last));
    }

    /** Returns whether its time is over at that time of the store. */
    public boolean isOver(Instant now) {
        Instant until = until();
        return until != null && !now.isBefore(until);
    }

    /** Returns the id by which evidence and endings name it: its first entry, or one made from its fence. */
    public HoldId id() {
        return entries.isEmpty() ? new HoldId(0, fence) : entries.get(0);
    }

    /** Returns whether the entry belongs to this hold. */
    public boolean has(HoldId id) {
        return entries.contains(id);
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
        List<List<ProcessId>> bound = kept.isEmpty() ? List.of() : List.of(first);
        return new Hold(
                kept, owner.bound(first), mode, fence, since, active, seen, lease, note, slot, claimed, bound, type);
    }

    /** Returns it with the version and time of the write that carries it, in place of all placeholders. */
    public Hold stamped(long version, Instant stamp) {
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
                bonds,
                type);
    }
}
