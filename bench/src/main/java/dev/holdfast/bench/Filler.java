package dev.holdfast.bench;

import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Stamp;
import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Puts locks of other owners into a store, without handles that a manager would have to keep alive.
 *
 * @param prefix the beginning of the names of resources and owners
 * @param perOwner the number of locks of one owner
 * @param lease the lease of the locks
 */
record Filler(String prefix, int perOwner, Lease lease) {
    private static final int BATCH = 500;
    /** The number of holds: an ended hold leaves a record under its id, so ids must be unique. */
    private static final AtomicLong HOLDS = new AtomicLong();

    void fill(LockStore store, int count) {
        ProcessId self = ProcessTable.system().self();
        List<Group> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(Group.of(Change.put(Key.lock(prefix + i), Change.ABSENT, held(i, self))));
            if (batch.size() == BATCH || i == count - 1) {
                for (Result result : store.apply(batch)) {
                    if (!(result instanceof Result.Applied)) {
                        throw new IllegalStateException("A lock could not be set up: " + result);
                    }
                }
                batch.clear();
            }
        }
    }

    String owner(int number) {
        return prefix + "owner-" + number / perOwner;
    }

    private LockState held(int number, ProcessId process) {
        Hold hold = new Hold(
                List.of(new HoldId(HOLDS.incrementAndGet(), number)),
                Owner.of(owner(number)).bound(List.of(process)),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                lease,
                "",
                "",
                true);
        return new LockState(List.of(hold), List.of(), null);
    }
}
