package dev.holdfast.store.sql;

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
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
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

    public static LockEvent event(String resource, String owner) {
        return new LockEvent(resource, LockEvent.EventKind.ACQUIRED, hold(Owner.of(owner)), "", "");
    }

    public static DraftRecord draft(long revision, String content) {
        return new DraftRecord(new Draft("scene", "ann", revision, content, Stamp.TIME));
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
        return entry == null ? 0 : ((DraftRecord) entry.body()).draft().revision();
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
