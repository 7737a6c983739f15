package dev.holdfast.store.etcd;

import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Change;
import dev.holdfast.store.Event;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
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
                List.of(new Event(
                        resource, new Notice(Notice.Kind.ACQUIRED, state.holds().get(0), "", ""))));
    }

    static Change draft(String name, String content) {
        return Change.put(new Key(Kind.DRAFT, name), Change.ABSENT, new Draft("scene", "ann", 1, content, Stamp.TIME));
    }

    static Result.Applied applied(LockStore store, Group group) {
        Result result = store.apply(List.of(group)).get(0);
        if (result instanceof Result.Applied applied) {
            return applied;
        }
        throw new AssertionError(result);
    }
}
