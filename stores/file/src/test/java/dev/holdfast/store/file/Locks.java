package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;

/** Locks taken and given back through a store, as the rules would write them, for owners that are this process. */
final class Locks {
    private Locks() {}

    static Hold hold(String owner, boolean claimed) {
        Owner self = Owner.of(owner).bound(List.of(ProcessTable.system().self()));
        return new Hold(
                List.of(new HoldId(7, owner.hashCode())),
                self,
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                Lease.NONE,
                "",
                "",
                claimed);
    }

    static LockState held(String owner) {
        return new LockState(List.of(hold(owner, true)), List.of(), null);
    }

    static Group take(String owner, String... resources) {
        List<Change> changes = new ArrayList<>();
        for (String resource : resources) {
            changes.add(Change.put(Key.lock(resource), Change.ABSENT, held(owner)));
        }
        return new Group(changes, List.of());
    }

    static Result apply(LockStore store, Group group) {
        return store.apply(List.of(group)).get(0);
    }

    static long taken(LockStore store, String owner, String... resources) {
        Result result = apply(store, take(owner, resources));
        assertThat(result).isInstanceOf(Result.Applied.class);
        return ((Result.Applied) result).version();
    }

    /** The holders after a try that must fail. */
    static LockState refused(LockStore store, String owner, String resource) {
        Result result = apply(store, take(owner, resource));
        assertThat(result).isInstanceOf(Result.Conflict.class);
        return LockState.of(((Result.Conflict) result).current().get(Key.lock(resource)));
    }

    static Result givenBack(LockStore store, String... resources) {
        List<Key> keys = List.of(resources).stream().map(Key::lock).toList();
        Reading seen = store.read(keys);
        return apply(
                store,
                new Group(
                        keys.stream()
                                .map(key -> Change.delete(key, seen.version(key)))
                                .toList(),
                        List.of()));
    }

    /** Passes the resource on to the next in line, or by force if it is claimed at once. */
    static Result passed(LockStore store, String resource, String next, boolean claimed) {
        Key key = Key.lock(resource);
        long version = store.read(List.of(key)).version(key);
        return apply(
                store,
                Group.of(Change.put(key, version, new LockState(List.of(hold(next, claimed)), List.of(), null))));
    }

    /** The owner of the first hold; empty if there is none. */
    static String owner(LockStore store, String resource) {
        Entry entry = store.read(List.of(Key.lock(resource))).get(Key.lock(resource));
        return entry == null || LockState.of(entry).holds().isEmpty()
                ? ""
                : LockState.of(entry).holds().get(0).owner().id();
    }

    static List<LockEvent.EventKind> happened(LockStore store, String resource) {
        return store.history(HistoryQuery.NEWEST).stream()
                .filter(past -> past.event().resource().equals(resource))
                .map(past -> past.event().kind())
                .toList();
    }
}
