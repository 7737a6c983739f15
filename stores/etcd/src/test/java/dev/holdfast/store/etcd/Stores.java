package dev.holdfast.store.etcd;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.testkit.Samples;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Stores and what is put into them. */
final class Stores {
    private Stores() {}

    static LockStore open(String address) {
        return open(address, Duration.ZERO);
    }

    /** By a client whose clock is wrong by that much. */
    static LockStore open(String address, Duration error) {
        return new EtcdProvider()
                .open(address, () -> InstantSource.system().instant().plus(error));
    }

    static LockState held(String owner, Lease lease) {
        Hold hold = Samples.hold(new HoldId(1, owner.hashCode()), Owner.of(owner), Mode.EXCLUSIVE, lease);
        return new LockState(List.of(hold), List.of(), null);
    }

    /** One acquire, as the rules would write it. */
    static Group acquire(String resource, Lease lease) {
        LockState state = held("ann", lease);
        return new Group(
                List.of(Change.put(Key.lock(resource), Change.ABSENT, state)),
                List.of(new LockEvent(
                        resource, LockEvent.EventKind.ACQUIRED, state.holds().get(0), "", "")));
    }

    static Change draft(String name, String content) {
        return Change.put(
                new Key(Kind.DRAFT, name),
                Change.ABSENT,
                new DraftRecord(new Draft("scene", "ann", 1, content, Stamp.TIME)));
    }

    static Result.Applied applied(LockStore store, Group group) {
        Result result = store.apply(List.of(group)).get(0);
        if (result instanceof Result.Applied applied) {
            return applied;
        }
        throw new AssertionError(result);
    }
}
