package dev.holdfast.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;

/** Small records to test with. */
final class Records {
    private Records() {}

    static LockState lock(String owner) {
        return new LockState(List.of(hold(owner)), List.of(), null);
    }

    private static Hold hold(String owner) {
        return Samples.hold(new HoldId(1, owner.hashCode()), Owner.of(owner), Mode.EXCLUSIVE, Lease.NONE);
    }

    static LockEvent event(String resource) {
        return new LockEvent(resource, LockEvent.EventKind.ACQUIRED, hold("ann"), "", "");
    }

    static Group acquire(String resource, String owner) {
        return Group.of(Change.put(Key.lock(resource), Change.ABSENT, lock(owner)));
    }

    static Key draftKey(String name) {
        return new Key(Kind.DRAFT, name);
    }

    static DraftRecord draft(String content) {
        return new DraftRecord(new Draft("scene", "ann", 1, content, Stamp.TIME));
    }

    static Result.Applied applied(LockStore store, Group group) {
        Result result = store.apply(List.of(group)).get(0);
        assertThat(result).isInstanceOf(Result.Applied.class);
        return (Result.Applied) result;
    }

    static Result.Applied applied(LockStore store, Change... changes) {
        return applied(store, Group.of(changes));
    }

    static String ownerOf(LockStore store, String resource) {
        return LockState.of(store.read(List.of(Key.lock(resource))).get(Key.lock(resource)))
                .holds()
                .get(0)
                .owner()
                .id();
    }
}
