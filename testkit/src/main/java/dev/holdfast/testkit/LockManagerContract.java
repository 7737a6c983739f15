package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The contract of every {@link LockManager}, on any store. The test of a store extends it by saying how to open the store.
 * Nothing in it can be switched off.
 */
public abstract class LockManagerContract extends ManagedStores
        implements LeaseContract, LimitContract, PromiseContract, LockDelayContract, CrowdContract, OldNewsContract {
    private final FakeTime time = FakeTime.create();

    @Override
    public final LockManager manager(Policies policies) {
        return keep(connect(time, withFakeTime(policies)));
    }

    @Override
    public final RumourStore rumours() {
        return new RumourStore(open(time));
    }

    @Override
    public final LockManager managerOver(RumourStore store) {
        return keep(over(store, withFakeTime(Policies.of(Preset.OFFLINE))));
    }

    private ManagerOptions withFakeTime(Policies policies) {
        return named().policies(policies).clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant()));
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
