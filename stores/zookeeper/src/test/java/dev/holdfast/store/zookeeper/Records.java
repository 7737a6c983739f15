package dev.holdfast.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

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

    static Event event(String resource) {
        return new Event(resource, new Notice(Notice.Kind.ACQUIRED, hold("ann"), "", ""));
    }

    static Group acquire(String resource, String owner) {
        return Group.of(Change.put(Key.lock(resource), Change.ABSENT, lock(owner)));
    }

    static Key draftKey(String name) {
        return new Key(Kind.DRAFT, name);
    }

    static Draft draft(String content) {
        return new Draft("scene", "ann", 1, content, Stamp.TIME);
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
        return store.read(List.of(Key.lock(resource)))
                .get(Key.lock(resource))
                .lock()
                .holds()
                .get(0)
                .owner()
                .id();
    }
}
