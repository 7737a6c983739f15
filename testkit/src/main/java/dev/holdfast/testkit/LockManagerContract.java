package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.store.LockStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What every {@link LockManager} does, whatever it runs on. The test of a store extends it by saying how to open the store.
 * Nothing in it can be switched off.
 */
public abstract class LockManagerContract
        implements AcquireContract, SeveralContract, LeaseContract, WaitContract, AuthorityContract, LimitContract {
    private final FakeTime time = FakeTime.create();
    private final List<LockManager> opened = new ArrayList<>();

    /**
     * Opens a store on the storage of this test, which is new and empty for each test. Every call gives an independent store,
     * as another process would have one.
     */
    protected abstract LockStore open(InstantSource clock);

    @Override
    public final LockManager manager() {
        return manager(Policies.of(Preset.OFFLINE));
    }

    @Override
    public final LockManager manager(Policies policies) {
        return keep(LockManager.over(
                open(time),
                ManagerOptions.USUAL
                        .policies(policies)
                        .clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant()))));
    }

    @Override
    public final LockManager realTimeManager() {
        return keep(LockManager.over(
                open(InstantSource.system()), ManagerOptions.USUAL.policies(Policies.of(Preset.OFFLINE))));
    }

    @Override
    public final FakeTime time() {
        return time;
    }

    private LockManager keep(LockManager manager) {
        synchronized (opened) {
            opened.add(manager);
        }
        return manager;
    }

    @AfterEach
    final void closeAll() {
        synchronized (opened) {
            opened.forEach(LockManager::close);
        }
    }
}
