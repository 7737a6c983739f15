package dev.holdfast.bench;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
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
