package dev.holdfast.store.sql;

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
import dev.holdfast.store.Entry;
import dev.holdfast.store.Event;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import dev.holdfast.testkit.Samples;
import java.util.Arrays;
import java.util.List;

/** Small records to test with, and the steps that tests take with them. */
public final class Records {
    public static final Key COUNTER = new Key(Kind.DRAFT, "counter");

    private Records() {}

    public static LockState held(Owner... owners) {
        return new LockState(Arrays.stream(owners).map(Records::hold).toList(), List.of(), null);
    }

    public static Hold hold(Owner owner) {
        return Samples.hold(new HoldId(7, owner.id().hashCode()), owner, Mode.SHARED, Lease.NONE);
    }

    public static Group acquire(String resource, String owner) {
        return new Group(
                List.of(Change.put(Key.lock(resource), Change.ABSENT, held(Owner.of(owner)))),
                List.of(event(resource, owner)));
    }

    public static Event event(String resource, String owner) {
        return new Event(resource, new Notice(Notice.Kind.ACQUIRED, hold(Owner.of(owner)), "", ""));
    }

    public static Draft draft(long revision, String content) {
        return new Draft("scene", "ann", revision, content, Stamp.TIME);
    }

    public static Result.Applied applied(LockStore store, Change... changes) {
        return applied(store, Group.of(changes));
    }

    public static Result.Applied applied(LockStore store, Group group) {
        return (Result.Applied) store.apply(List.of(group)).get(0);
    }

    public static long version(LockStore store, Key key) {
        return store.read(List.of(key)).version(key);
    }

    public static long count(LockStore store) {
        Entry entry = store.read(List.of(COUNTER)).get(COUNTER);
        return entry == null ? 0 : ((Draft) entry.body()).revision();
    }

    /** Adds one to the counter if nobody else does at the same time; its version then, or 0. */
    public static long increment(LockStore store) {
        long expected = version(store, COUNTER);
        // Read apart from its version on purpose: only the version guards it.
        long next = count(store) + 1;
        Result result = store.apply(List.of(Group.of(Change.put(COUNTER, expected, draft(next, "")))))
                .get(0);
        return result instanceof Result.Applied done ? done.version() : 0;
    }
}
