package dev.holdfast.testkit;

import dev.holdfast.LockManager;
import dev.holdfast.Policies;
import java.time.Duration;

/**
 * The contract of every {@link LockManager} on a store that takes the time from a server: {@link LockManagerContract} with short
 * leases by real time in place of the tests that must move the clock. Nothing in it can be switched off.
 */
public abstract class OwnClockManagerContract extends ManagedStores implements ShortLeaseContract {

    @Override
    public final LockManager manager(Policies policies) {
        return realTimeManager(policies);
    }

    /** Does nothing: a server's clock cannot be moved, and the expected event comes by itself. */
    @Override
    public final void pass(Duration by) {}
}
