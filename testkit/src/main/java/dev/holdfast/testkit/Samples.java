package dev.holdfast.testkit;

import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Event;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import java.time.Duration;
import java.util.List;

/** Small records to test with, as the rules would write them. */
final class Samples {
    static final Key A = Key.lock("a");
    static final Key B = Key.lock("b");

    private Samples() {}

    /** The state of a resource that was just granted to that owner. */
    static LockState lock(String owner) {
        return lock(Owner.of(owner), Lease.NONE);
    }

    static LockState lock(Owner owner, Lease lease) {
        return new LockState(List.of(hold(owner, lease)), List.of(), null);
    }

    static Hold hold(Owner owner, Lease lease) {
        Claim claim = new Claim(new HoldId(1, owner.id().hashCode()), owner, Mode.EXCLUSIVE, lease);
        return new Hold(
                List.of(claim.id()),
                owner,
                claim.mode(),
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                lease,
                claim.note(),
                claim.slot(),
                true);
    }

    static Lease lease(Duration grace) {
        return Lease.of(grace);
    }

    static Key draftKey(String name) {
        return new Key(Kind.DRAFT, name);
    }

    /** A record that counts: its revision. */
    static Draft draft(long revision) {
        return new Draft("scene", "ann", revision, "text " + revision, Stamp.TIME);
    }

    static Event event(String resource, String owner) {
        return new Event(resource, new Notice(Notice.Kind.ACQUIRED, hold(Owner.of(owner), Lease.NONE), "", ""));
    }

    /** The owner of the only hold. */
    static String ownerOf(LockState state) {
        return state.holds().get(0).owner().id();
    }
}
