package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.store.LockStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The managers of one test, and what is tested of them whoever has the clock. */
abstract class ManagedStores
        implements AcquireContract, SeveralContract, WaitContract, AuthorityContract, DraftContract {
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
    public final LockManager realTimeManager() {
        return realTimeManager(Policies.of(Preset.OFFLINE));
    }

    final LockManager realTimeManager(Policies policies) {
        return keep(LockManager.over(open(InstantSource.system()), ManagerOptions.USUAL.policies(policies)));
    }

    final LockManager keep(LockManager manager) {
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
