package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The managers of one test, and the tests that do not depend on the clock. */
abstract class ManagedStores
        implements AcquireContract,
                SeveralContract,
                SizeContract,
                WaitContract,
                AsyncContract,
                AuthorityContract,
                DraftContract,
                RequestContract,
                UpgradeContract {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /**
     * Opens a store on the storage of this test, which is new and empty for each test. Every call returns an independent store,
     * as another process would have one.
     */
    protected abstract LockStore open(InstantSource clock);

    /** Returns a manager on this test's storage: over its own store, unless the tested manager uses a server. */
    protected LockManager connect(InstantSource clock, ManagerOptions options) {
        return over(open(clock), options);
    }

    /** Returns a manager over a store. Closing it closes the store. */
    LockManager over(LockStore store, ManagerOptions options) {
        return StoreManagers.over(store, options);
    }

    @Override
    public final LockManager manager() {
        return manager(Policies.of(Preset.OFFLINE));
    }

    @Override
    public final LockManager realTimeManager() {
        return realTimeManager(Policies.of(Preset.OFFLINE));
    }

    final LockManager realTimeManager(Policies policies) {
        return keep(connect(InstantSource.system(), named().policies(policies)));
    }

    /** Returns options of a manager for a unique owner, which may enter its holds again. */
    static ManagerOptions named() {
        Owner owner = Owner.of(UUID.randomUUID().toString())
                .named("tester")
                .bound(List.of(ProcessTable.system().self()));
        return ManagerOptions.DEFAULT.owner(owner);
    }

    @Override
    public final LockManager managerWithoutOwner() {
        return keep(connect(InstantSource.system(), ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE))));
    }

    /** Closes it after the test, and after everything that was kept later. */
    protected final <T extends AutoCloseable> T keep(T used) {
        synchronized (opened) {
            opened.push(used);
        }
        return used;
    }

    @AfterEach
    final void closeAll() throws Exception {
        synchronized (opened) {
            for (AutoCloseable used : opened) {
                used.close();
            }
        }
    }
}
