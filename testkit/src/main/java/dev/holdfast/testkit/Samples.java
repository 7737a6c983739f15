package dev.holdfast.testkit;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
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

    static Key draftKey(String name) {
        return new Key(Kind.DRAFT, name);
    }

    /** Returns a draft with a revision, as a record that counts. */
    static DraftRecord draft(long revision) {
        return new DraftRecord(new Draft("scene", "ann", revision, "text " + revision, Stamp.TIME));
    }

    static LockEvent event(String resource, String owner) {
        return new LockEvent(resource, LockEvent.EventKind.ACQUIRED, hold(Owner.of(owner), Lease.NONE), "", "");
    }

    /** Returns an event with texts of the maximum length, whose hold has the maximum number of entries. */
    static LockEvent largestEvent() {
        String process = "日".repeat(Bounds.PROCESS_TEXT);
        List<List<ProcessId>> bonds = new ArrayList<>();
        List<HoldId> entries = new ArrayList<>();
        List<ProcessId> all = new ArrayList<>();
        for (int i = 0; i < Hold.MAX_ENTRIES; i++) {
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
        return new LockEvent(
                "n".repeat(ResourceName.MAX_BYTES),
                LockEvent.EventKind.OVERRIDDEN,
                hold,
                person,
                "因".repeat(Bounds.REASON));
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
    static DraftRecord largestDraft(String resource) {
        String text = "\u0001".repeat(Draft.Edit.MAX_BYTES);
        return new DraftRecord(new Draft(resource, "ann", 1, text, Stamp.TIME, new Draft.Late(1, text, Stamp.TIME)));
    }

    /** Returns the owner of the only hold. */
    static String ownerOf(LockState state) {
        return state.holds().get(0).owner().id();
    }
}
