package dev.holdfast.server;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Locks as earlier versions and other programs wrote them, which no request may ask for any more. */
public final class EarlierRecords {
    private EarlierRecords() {}

    /** Writes a lock that lasts for ever, held from now on. */
    public static void put(LockStore store, String resource, String owner) {
        put(store, resource, owner, Stamp.TIME, Lease.of(Duration.ofDays(36_500)));
    }

    /** Writes a lock that has been held since then. */
    static void put(LockStore store, String resource, String owner, Instant since, Lease lease) {
        Hold hold = new Hold(
                List.of(new HoldId(1, 2)),
                Owner.of("another").named(owner),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                since,
                since,
                since,
                lease,
                "",
                "",
                true);
        LockState state = new LockState(List.of(hold), List.of(), null);
        store.apply(List.of(Group.of(Change.put(Key.lock(resource), Change.ABSENT, state))));
    }
}
