package dev.holdfast.testkit;

import dev.holdfast.LockRequest;
import dev.holdfast.ResourceName;
import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Command;
import dev.holdfast.rules.Decision;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.DraftText;
import dev.holdfast.rules.Evidence;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Rules;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Event;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Small records to test with, as the rules would write them. */
public final class Samples {
    static final Key A = Key.lock("a");
    static final Key B = Key.lock("b");

    private Samples() {}

    /** Returns the state of a resource that was just granted to that owner. */
    static LockState lock(String owner) {
        return lock(Owner.of(owner), Lease.NONE);
    }

    static LockState lock(Owner owner, Lease lease) {
        return new LockState(List.of(hold(owner, lease)), List.of(), null);
    }

    static Hold hold(Owner owner, Lease lease) {
        return hold(new HoldId(1, owner.id().hashCode()), owner, Mode.EXCLUSIVE, lease);
    }

    /** Returns a hold that begins with the change that writes it. */
    public static Hold hold(HoldId id, Owner owner, Mode mode, Lease lease) {
        return new Hold(
                List.of(id), owner, mode, Stamp.VERSION, Stamp.TIME, Stamp.TIME, Stamp.TIME, lease, "", "", true);
    }

    static Lease lease(Duration grace) {
        return Lease.of(grace);
    }

    static Key draftKey(String name) {
        return new Key(Kind.DRAFT, name);
    }

    /** Returns a draft with a revision, as a record that counts. */
    static Draft draft(long revision) {
        return new Draft("scene", "ann", revision, "text " + revision, Stamp.TIME);
    }

    static Event event(String resource, String owner) {
        return new Event(resource, new Notice(Notice.Kind.ACQUIRED, hold(Owner.of(owner), Lease.NONE), "", ""));
    }

    /** Returns an event with texts of the maximum length, whose hold has the maximum number of entries. */
    static Event largestEvent() {
        String process = "日".repeat(Bounds.PROCESS_TEXT);
        List<List<ProcessId>> bonds = new ArrayList<>();
        List<HoldId> entries = new ArrayList<>();
        List<ProcessId> all = new ArrayList<>();
        for (int i = 0; i < Hold.MOST_ENTRIES; i++) {
            List<ProcessId> bond = new ArrayList<>();
            for (int j = 1; j <= Bounds.PROCESSES; j++) {
                bond.add(new ProcessId(process, process, process, i * Bounds.PROCESSES + j, process));
            }
            bonds.add(bond);
            all.addAll(bond);
            entries.add(new HoldId(1, i));
        }
        String person = "人".repeat(Bounds.PERSON);
        Hold hold = new Hold(
                entries,
                new Owner(person, person, person, all),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                new Lease(Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(3)),
                "注".repeat(Bounds.NOTE),
                "s".repeat(255),
                true,
                bonds);
        return new Event(
                "n".repeat(ResourceName.MOST_BYTES),
                new Notice(Notice.Kind.OVERRIDDEN, hold, person, "因".repeat(Bounds.REASON)));
    }

    /** Returns a request for shared holds whose every text is as long as it may be. */
    static LockRequest largestRequest(int number, String... resources) {
        return LockRequest.of(resources)
                .owner(largestOwner(number))
                .mode(Mode.SHARED)
                .note("注".repeat(Bounds.NOTE));
    }

    private static Owner largestOwner(int number) {
        String text = "日".repeat(Bounds.PROCESS_TEXT);
        List<ProcessId> processes = new ArrayList<>();
        for (int i = 0; i < Bounds.PROCESSES; i++) {
            processes.add(new ProcessId(text, text, text, 1_000L + (long) number * Bounds.PROCESSES + i, text));
        }
        String person = "人".repeat(Bounds.PERSON - 10);
        return new Owner(number + person, person, person, processes);
    }

    /** Returns the state of a resource whose record has no room for another holder. */
    static LockState largestLock() {
        LockState state = LockState.FREE;
        for (int i = 0; i < 10_000; i++) {
            Owner owner = i < 2 ? largestOwner(i) : Owner.of("o" + i);
            Claim claim =
                    new Claim(new HoldId(1, i), owner, Mode.SHARED, Lease.NONE, i < 2 ? "注".repeat(1_000) : "", "");
            Decision decision = Rules.decide(
                    state,
                    new Command.Acquire(claim, false, null),
                    Preset.OFFLINE.policy(),
                    Evidence.NONE,
                    Instant.EPOCH);
            if (decision.outcome() instanceof Outcome.Refused) {
                return state;
            }
            state = decision.next();
        }
        throw new AssertionError("The record of a lock has no bound.");
    }

    /** Returns a draft whose text and late text take as many bytes as they may. */
    static Draft largestDraft(String resource) {
        String text = "\u0001".repeat(DraftText.MOST_BYTES);
        return new Draft(resource, "ann", 1, text, Stamp.TIME, new Draft.Late(1, text, Stamp.TIME));
    }

    /** Returns the owner of the only hold. */
    static String ownerOf(LockState state) {
        return state.holds().get(0).owner().id();
    }
}
