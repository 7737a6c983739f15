package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.Policies;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The contract of every {@link LockManager}, on any store. The test of a store extends it by saying how to open the store.
 * Nothing in it can be switched off.
 */
public abstract class LockManagerContract extends ManagedStores implements LeaseContract, LimitContract {
    private final FakeTime time = FakeTime.create();

    @Override
    public final LockManager manager(Policies policies) {
        return keep(connect(
                time,
                named().policies(policies)
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant()))));
    }

    @Override
    public final FakeTime time() {
        return time;
    }

    @Override
    public final void pass(Duration by) {
        time.advance(by);
    }
}
